SIZE    =       4
        li      $t0, SIZE
