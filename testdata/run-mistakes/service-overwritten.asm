# The result of `square` is in $v0, which is also the number of the service.
main:   li $a0, 9
        li $v0, 1
        jal square
        syscall
        li $v0, 10
        syscall
square: mul $v0, $a0, $a0
        jr $ra
