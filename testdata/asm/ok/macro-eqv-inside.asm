# `.eqv` in a body is obeyed where it stands.
# dialect: both
        .macro  m
        .eqv    N       4
        li      $t0, N
        .end_macro
        li      $t1, N
        m
        m
#= text 24090004 24080004 24080004
