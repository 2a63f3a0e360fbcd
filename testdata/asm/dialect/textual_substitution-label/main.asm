        .macro  spin
a:      la      $t0, a
        jr      $t0
        .end_macro
        spin
