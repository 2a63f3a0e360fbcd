# `break` marks a place that should not be reached.
main:   break 7
