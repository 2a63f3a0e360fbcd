# It writes the loop it runs in.
# args: --self-modifying
# exit: 3
# says: --max-steps

main:   la $t0, main
        li $t1, 0x08100000              # j main
again:  sw $t1, 0($t0)
        addiu $t0, $t0, 4
        j again
