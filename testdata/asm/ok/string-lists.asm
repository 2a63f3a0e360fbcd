# A list of strings: each has its own terminator, or none; nothing is aligned.
# dialect: both
        .data
one:    .asciiz "a", "bc"
two:    .ascii  "x" "y"
        .ascii  "z"
        .byte   1
end:
#= bytes 61 00 62 63 00 78 79 7a 01
#= symbol one 0x10010000
#= symbol two 0x10010005
#= symbol end 0x10010009
