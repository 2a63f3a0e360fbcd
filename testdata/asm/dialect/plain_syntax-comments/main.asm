        li      $t0, 1  // one
        li      $t1, 2  /* two
                           more */
        li      $t2, 3
