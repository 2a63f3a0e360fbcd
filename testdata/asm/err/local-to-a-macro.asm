# A label of a macro's body has another name outside.
# dialect: both
        .macro  m
here:   nop
        .end_macro
        m
        j       here                    #~ E0203 [here]
