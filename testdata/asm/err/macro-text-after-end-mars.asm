# MARS: the macro stays open.
# dialect: mars
        .macro  m                       #~ E0509
        nop
        .end_macro m                    #~ E0505 [.end_macro] invalid text after .END_MACRO
        nop
