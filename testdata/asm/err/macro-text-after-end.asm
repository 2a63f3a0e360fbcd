# Nothing may follow `.end_macro`; the macro stays open.
# dialect: both
        .macro  m                       #~ E0509
        nop
        .end_macro m                    #~ E0505 [.end_macro] nothing may follow `.end_macro`
        nop
