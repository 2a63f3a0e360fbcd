# Without an exit, `main` walks on into `square`.
main:   li $a0, 3
        jal square
        move $a0, $v0
        li $v0, 1
        syscall
square: mul $v0, $a0, $a0
        jr $ra
