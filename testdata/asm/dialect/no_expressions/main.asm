        .eqv    N 6
        .data
x:      .word   N*4, 'A'-1, (1<<5)|3, x+8-4
        .word   2+3*4, -N, ~0, 7/2
        .text
        li      $t0, N*4
        lw      $t1, x+8-4
        lui     $t2, %hi(x+4)
        lw      $t2, %lo(x+4)($t2)
