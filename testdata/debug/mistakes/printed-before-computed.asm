# $a0 is filled after the service has printed it.
        .text
main:   li      $t0, 6
        li      $t1, 7
        mul     $t2, $t0, $t1
        li      $v0, 1
        syscall
        move    $a0, $t2
        li      $v0, 10
        syscall
