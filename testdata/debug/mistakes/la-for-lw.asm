# Prints n times a star.
        .data
n:      .word   3
        .text
main:   la      $t0, n
        li      $t1, 0
loop:   bge     $t1, $t0, done
        addi    $t1, $t1, 1
        j       loop
done:   move    $a0, $t1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
