# MARS: a label that is listed twice is called undefined.
# dialect: mars
        .globl  main main               #~ E0204 [main] "main" declared global label but not defined.
main:   nop
