# A loop takes more from the stack than was put there.
main:   addi $sp, $sp, -4
        sw $s0, 0($sp)
next:   lw $s0, 0($sp)
        addi $sp, $sp, 4
        j next
