# Sums 1 to 10.
        .text
main:   li      $t0, 1
        li      $t1, 0
loop:   blt     $t0, 10, done           #~ bgt is meant
        add     $t1, $t1, $t0
        addi    $t0, $t0, 1
        j       loop
done:   move    $a0, $t1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
