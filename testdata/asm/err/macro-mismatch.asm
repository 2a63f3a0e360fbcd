# No macro of the name takes these arguments, or not yet.
# dialect: both
        .macro  m (%a)
        nop
        .end_macro
        m                               #~ E0510 [m] no macro `m` above takes these arguments
        m       (1, 2)                  #~ E0510 [m]
        later                           #~ E0201 [later]
        .macro  later
        nop
        .end_macro
