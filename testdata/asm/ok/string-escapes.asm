# Escapes in strings; any other character after a backslash stands for itself.
# dialect: both
        .data
        .ascii  "a\n\t\r\\b\'\"\b\f\0z"
        .ascii  "\x41\q"
        .asciiz ""
        .asciiz "# no comment", ", : ( )"     # a comment
#= bytes 61 0a 09 0d 5c 62 27 22 08 0c 00 7a
#= bytes 78 34 31 71
#= bytes 00
#= bytes 23 20 6e 6f 20 63 6f 6d 6d 65 6e 74 00
#= bytes 2c 20 3a 20 28 20 29 00
