# The loop runs down past index 0 and out of the data segment.
        .data
cells:  .word 1, 2, 3
        .text
main:   li $t0, 2
next:   sll $t1, $t0, 2
        sw $zero, cells($t1)
        addi $t0, $t0, -1
        j next
