        .equ    SIZE, 8
        .set    STEP, TWO+2
        .equiv  TWO, 2
        .set    noreorder
        .data
x:      .2byte  SIZE, 5
        .4byte  6
        .text
        li      $t0, STEP*TWO
