        .macro  put (%n)
        li      $a0, %n
        .end_macro
        put     -5
