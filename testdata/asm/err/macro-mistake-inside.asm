# A mistake in a body is found when the macro is called, once for each call.
        .macro  bad (%r)
        add     %r, %r, %r, %r          #~ E0301 [add] #~ E0301 [add]
        j       nowhere                 #~ E0203 [nowhere]
        .end_macro
        bad     ($t0)
        bad     ($t1)
