# It wants random numbers out of nothing.
# args: --seed 1
# exit: 2
# says: R0305

main:   li $a0, 3
        li $a1, -5
        li $v0, 42
        syscall
