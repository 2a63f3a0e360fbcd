# Paints a diagonal, a unit after the other.
        .text
main:   li $t0, 0x10040000
        li $t1, 4
        li $t2, 0x00ffffff
next:   sw $t2, 0($t0)
        addi $t0, $t0, 20
        addi $t1, $t1, -1
        bgtz $t1, next
        li $v0, 10
        syscall
