        .globl  main                    #~ E0205 [main] global label `main` is defined in two files
main:   nop
