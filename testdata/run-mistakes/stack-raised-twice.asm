# The stack is raised more often than it was lowered.
main:   addi $sp, $sp, -4
        sw $s0, 0($sp)
        addi $sp, $sp, 4
        addi $sp, $sp, 4
        lw $s0, 8($sp)
        li $v0, 10
        syscall
