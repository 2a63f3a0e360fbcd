# LO is read before the multiplication.
        .text
main:   li      $t0, 6
        li      $t1, 7
        mflo    $a0
        mult    $t0, $t1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
