# It changes bytes and halves of its code.
# args: --self-modifying
# exit: 2
# says: R0204

main:   la $t0, spot
        sb $t1, 0($t0)
        sb $t1, 3($t0)
        sh $t1, 2($t0)
        swl $t1, 1($t0)
        addiu $t1, $t1, 0x101
        andi $t1, $t1, 0x0303
spot:   nop
        j main
