# An average of no numbers.
main:   li $t0, 100
        li $t1, 0
        div $a0, $t0, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
