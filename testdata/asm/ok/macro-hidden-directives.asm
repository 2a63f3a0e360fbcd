# Inside a macro a label hides `.end_macro`; all else waits for the call.
# dialect: both
        .macro  m
x:      .end_macro
        .data
        .word   1
        .end_macro
        nop
#= text 00000000
#= absent x
