# The end of nothing.
# dialect: both
        nop
x:      .end_macro                      #~ E0504 [.end_macro]
