# A mistake that the argument brings in is marked where the parameter stands.
        .macro  m (%a)
        addi    $t0, $t0, %a            #~ E0302 [%a]
        .end_macro
        m       ($f0)
