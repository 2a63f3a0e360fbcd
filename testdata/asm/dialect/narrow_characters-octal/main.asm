        .data
        .ascii  "\101\012"
list:   .ascii  "a\0220"
