        .macro  sum (%x, %xy)
        addu    $t0, %xy, %x
        .end_macro
        sum     ($t1, $t2)
