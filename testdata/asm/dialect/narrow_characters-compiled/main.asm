        .file   1 "text.c"
        .data
        .ascii  "\101\012"
