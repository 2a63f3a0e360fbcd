# A global label has one definition.
# dialect: both
# files: second.asm
        .globl  main
main:   nop
