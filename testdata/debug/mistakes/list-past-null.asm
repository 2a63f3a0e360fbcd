# Adds up a linked list.
        .data
a:      .word   1, b
b:      .word   2, c
c:      .word   3, 0
        .text
main:   la      $t0, a
        li      $s0, 0
walk:   lw      $t1, 0($t0)
        add     $s0, $s0, $t1
        lw      $t0, 4($t0)
        j       walk
done:   move    $a0, $s0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
