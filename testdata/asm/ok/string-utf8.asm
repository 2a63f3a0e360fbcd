# Strings are stored as UTF-8.
        .data
        .ascii  "é€"
        .byte   1
#= bytes c3 a9 e2 82 ac 01
