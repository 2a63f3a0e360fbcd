# The list ends, but the loop goes on.
        .data
first:  .word 1, second
second: .word 2, 0
        .text
main:   la $t0, first
next:   lw $a0, 0($t0)
        li $v0, 1
        syscall
        lw $t0, 4($t0)
        j next
