# The smallest number has no positive partner.
main:   li $t0, 0x80000000
        sub $t1, $zero, $t0
        li $v0, 10
        syscall
