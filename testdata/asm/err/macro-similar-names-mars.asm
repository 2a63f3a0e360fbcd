# MARS: a parameter replaces the first text that looks like it.
# dialect: mars
        .macro  m
aa:     la      $t1, aa                 #~ E0203
        .end_macro
        m
