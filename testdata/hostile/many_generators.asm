# It makes generators for ever.
# args: --seed 1
# exit: 3
# says: stopped

main:   addiu $a0, $a0, 1
        li $a1, 7
        li $v0, 40
        syscall
        j main
