# An escaped backslash at the end of a string does not escape the quote.
        .data
        .ascii  "a\\"           # "quoted" words in a comment
        .asciiz "\\", "b"
#= bytes 61 5c 5c 00 62 00
