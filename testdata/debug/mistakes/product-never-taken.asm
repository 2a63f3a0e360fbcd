# The product is in LO; $t2 was never written.
        .text
main:   li      $t0, 6
        li      $t1, 7
        mult    $t0, $t1
        move    $a0, $t2
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
