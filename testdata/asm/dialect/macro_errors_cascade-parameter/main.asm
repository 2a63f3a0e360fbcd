        .macro  m (%a)
        li      $t0, %b
        .end_macro
        m (1)
