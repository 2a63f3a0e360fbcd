# Its string ends where memory does.
# exit: 2
# says: R010

main:   li $t0, 0x7ffffff0
        li $t1, 0x41414141
        sw $t1, 0($t0)
        sw $t1, 4($t0)
        sw $t1, 8($t0)
        sw $t1, 12($t0)
        move $a0, $t0
        li $v0, 4
        syscall
