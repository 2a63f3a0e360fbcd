# It writes code all over the text segment and runs it.
# args: --self-modifying --max-steps 100000000
# exit: 2
# says: R0102

main:   li $t0, 0x00500000
        li $t1, 0x03e00008              # jr $ra
again:  sw $t1, 0($t0)
        jalr $t0
        addiu $t0, $t0, 4096
        j again
