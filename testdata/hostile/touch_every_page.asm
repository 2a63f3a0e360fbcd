# It touches a page of everything.
# args: --max-steps 2000000000
# exit: 2
# says: R0102

main:   lui $t0, 0x1001
next:   sw $t0, 0($t0)
        addiu $t0, $t0, 4096
        j next
