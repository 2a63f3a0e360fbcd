        .data
        .ascii  "\101\012"
