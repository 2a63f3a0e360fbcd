# If the outer one is called, the inner `.macro` opens one that nobody ends.
# dialect: both
        .macro  outer
        .macro  inner                   #~ E0503 #~ E0509
        nop
        .end_macro
        .end_macro                      #~ E0504
        outer
