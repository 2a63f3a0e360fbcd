        nop     # A byte order mark in front of the first line is skipped.
#= text 00000000
