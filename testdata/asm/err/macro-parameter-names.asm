# Parameters start with `%` or `$`, and registers are none.
# dialect: both
        .macro  one (%a, b, %c)         #~ E0506 [b] `b` cannot name a macro parameter
        nop
        .end_macro
        .macro  two (%a, $t0)           #~ E0506 [$t0]
        .end_macro
        .macro  three 5                 #~ E0506 [5]
        .end_macro
        one     (1)
        two     (1)
        three
