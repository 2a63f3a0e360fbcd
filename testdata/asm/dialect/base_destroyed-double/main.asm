        ld      $t0, 0($t0)
