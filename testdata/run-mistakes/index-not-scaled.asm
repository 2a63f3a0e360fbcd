# The index of a word is used as if it were a distance in bytes.
        .data
scores: .word 10, 20, 30
        .text
main:   li $t1, 1               # the index
        la $t0, scores
        add $t0, $t0, $t1
        lw $a0, 0($t0)
        li $v0, 1
        syscall
        li $v0, 10
        syscall
