# The recursion has no case in which it ends.
main:   li $a0, 5
        jal factorial
        li $v0, 10
        syscall
factorial:
        addi $sp, $sp, -8
        sw $ra, 4($sp)
        sw $a0, 0($sp)
        addi $a0, $a0, -1
        jal factorial
        lw $a0, 0($sp)
        lw $ra, 4($sp)
        addi $sp, $sp, 8
        mul $v0, $v0, $a0
        jr $ra
