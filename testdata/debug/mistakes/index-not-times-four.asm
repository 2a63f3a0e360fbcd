# Adds up an array.
        .data
arr:    .word   3, 1, 4, 1, 5
n:      .word   5
        .text
main:   la      $s0, arr
        lw      $s1, n
        li      $t0, 0
        li      $s2, 0
loop:   beq     $t0, $s1, done
        add     $t1, $s0, $t0
        lw      $t2, 0($t1)
        add     $s2, $s2, $t2
        addi    $t0, $t0, 1
        j       loop
done:   move    $a0, $s2
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
