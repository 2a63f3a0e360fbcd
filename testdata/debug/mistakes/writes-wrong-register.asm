# Prints 0 to 9.
        .text
main:   li      $t0, 0
loop:   move    $a0, $t0
        li      $v0, 1
        syscall
        addi    $t1, $t0, 1             # meant: $t0
        blt     $t0, 10, loop
        li      $v0, 10
        syscall
