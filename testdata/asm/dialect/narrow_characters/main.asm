        .data
text:   .ascii  "€é"
