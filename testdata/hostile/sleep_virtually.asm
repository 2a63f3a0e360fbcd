# It sleeps for 24 days, a hundred times, while nobody looks.
# args: --clock virtual
# exit: 0

main:   li $s0, 100
again:  li $a0, 0x7fffffff
        li $v0, 32
        syscall
        addiu $s0, $s0, -1
        bnez $s0, again
        li $v0, 10
        syscall
