# Halfwords are written one byte apart.
        .data
halves: .half 0, 0, 0, 0
        .text
main:   la $t0, halves
        li $t1, 3
next:   sh $t1, 0($t0)
        addi $t0, $t0, 1
        addi $t1, $t1, -1
        bnez $t1, next
        li $v0, 10
        syscall
