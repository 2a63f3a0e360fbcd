# Names are replaced in the bodies and arguments of macros.
# dialect: both
        .eqv    ONE     1
        .macro  inc (%r, %n)
        addi    %r, %r, %n
        addi    %r, %r, ONE
        .end_macro
        .eqv    REG     $t0
        inc     (REG, ONE)
        inc     ($t1, 7)
#= text 21080001 21080001 21290007 21290001
