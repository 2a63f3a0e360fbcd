        li      $t0, 0b1010
