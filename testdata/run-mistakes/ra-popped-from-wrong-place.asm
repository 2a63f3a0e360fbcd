# `$ra` is saved at 4($sp) and read back from 0($sp).
main:   jal double
        li $v0, 10
        syscall
double: addi $sp, $sp, -8
        sw $ra, 4($sp)
        li $t0, 21
        sw $t0, 0($sp)
        jal twice
        lw $ra, 0($sp)
        addi $sp, $sp, 8
        jr $ra
twice:  add $t0, $t0, $t0
        jr $ra
