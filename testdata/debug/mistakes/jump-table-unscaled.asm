# The index of a jump table is not multiplied by four.
        .data
table:  .word   zero, one, two
        .text
main:   li      $t0, 2
        la      $t1, table
        add     $t1, $t1, $t0
        lw      $t2, 0($t1)
        jr      $t2
zero:   li      $a0, 0
        j       out
one:    li      $a0, 1
        j       out
two:    li      $a0, 2
out:    li      $v0, 1
        syscall
        li      $v0, 10
        syscall
