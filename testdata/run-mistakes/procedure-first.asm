# MARS starts at the first instruction, which is not `main` here.
        .text
square: mul $v0, $a0, $a0
        jr $ra
        .globl main
main:   li $a0, 3
        jal square
        li $v0, 10
        syscall
