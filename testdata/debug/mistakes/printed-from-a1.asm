# The number to be printed is in $a1.
        .text
main:   li      $t0, 6
        mul     $a1, $t0, $t0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
