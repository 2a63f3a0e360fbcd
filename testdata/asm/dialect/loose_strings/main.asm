        .data
path:   .ascii  "a\\" # b
