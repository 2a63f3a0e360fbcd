# It makes the next instruction undefined.
# args: --self-modifying
# exit: 2
# says: R0204

main:   la $t0, next
        li $t1, -1
        sw $t1, 0($t0)
next:   nop
