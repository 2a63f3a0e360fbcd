# MARS assembles the line all the same.
# dialect: mars
        .macro  m (%a)
        li      $t0, %b                 #~ E0507 [%b] Unknown macro parameter #~ E0302
        .end_macro
        m       (1)
