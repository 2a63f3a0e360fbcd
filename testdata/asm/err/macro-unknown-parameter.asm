# Something in a body that looks like a parameter; the line is assembled all the same.
# dialect: both
        .macro  m (%a)
        li      $t0, %b                 #~ E0507 [%b] the macro has no parameter `%b` #~ E0302
        .end_macro
        m       (1)
