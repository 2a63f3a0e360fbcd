# Something in a body that looks like a parameter, once for each call.
        .macro  m (%a)
        add     $t0, %b, $t10           #~ E0507 [%b] the macro has no parameter `%b` #~ E0507 [$t10]
        .end_macro
        m       (1)
