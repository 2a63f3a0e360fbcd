# A macro may call macros that are defined when it is called.
# dialect: both
        .macro  outer (%r)
        inner   (%r, 1)
        inner   (%r, 2)
        .end_macro
        .macro  inner (%r, %n)
        addi    %r, %r, %n
        .end_macro
        outer   ($t0)
        outer   ($t1)
#= text 21080001 21080002 21290001 21290002
