# A macro without an end; what follows is its body.
# dialect: both
        nop
        .macro  m (%a)                  #~ E0509 this macro is never ended
        add     $t0
