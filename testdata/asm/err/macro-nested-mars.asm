# MARS: the second end is one too many, and a call opens the inner macro, which nobody ends.
# dialect: mars
        .macro  outer
        .macro  inner                   #~ E0503 [.macro] #~ E0509
        nop
        .end_macro
        .end_macro                      #~ E0504 [.end_macro]
        outer
