# It closes the console, which stays.
# exit: 0

main:   li $s0, 2
again:  move $a0, $s0
        li $v0, 16
        syscall
        addiu $s0, $s0, -1
        bgez $s0, again
        li $a0, 'x'
        li $v0, 11
        syscall
        li $v0, 10
        syscall
