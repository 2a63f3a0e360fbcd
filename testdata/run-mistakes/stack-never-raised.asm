# Every round of the loop takes stack and gives none back.
main:   li $t0, 10000000
next:   addi $sp, $sp, -4
        sw $t0, 0($sp)
        addi $t0, $t0, -1
        bnez $t0, next
        li $v0, 10
        syscall
