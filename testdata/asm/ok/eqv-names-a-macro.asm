# A name can stand for a macro's name.
# dialect: both
        .macro  twice (%r)
        add     %r, %r, %r
        .end_macro
        .eqv    DOUBLE  twice
        DOUBLE  ($t0)
#= text 01084020
