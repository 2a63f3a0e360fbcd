# MARS: an argument is a single token.
# dialect: mars
        .macro  m (%a)
        nop
        .end_macro
        m       -5                      #~ E0510 forward reference or invalid parameters for macro "m"
        m       x+4                     #~ E0510
        m       (4($sp))                #~ E0510
x:      nop
