# A list of (key, value, next), followed by its value.
        .data
one:    .word   1, 100, two
two:    .word   2, 200, 0
        .text
main:   la      $s0, one
walk:   beqz    $s0, done
        lw      $a0, 0($s0)
        li      $v0, 1
        syscall
        lw      $s0, 4($s0)             # next is at 8
        j       walk
done:   li      $v0, 10
        syscall
