# Nothing may follow `.end_macro`.
        .macro  m
        nop
        .end_macro m                    #~ E0505 [.end_macro] nothing may follow `.end_macro`
        m
