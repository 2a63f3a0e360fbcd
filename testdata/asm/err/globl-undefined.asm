# What is declared global must be defined in the file.
# dialect: both
        .globl  main, other             #~ E0204 [other] `other` is declared `.globl` but not defined
main:   nop
