        .data
a:      .word 0xZZ, 12ab, 0b102, 1_000
