        li      $t0, 5 ; five
        li      $t1, 6 @ six
