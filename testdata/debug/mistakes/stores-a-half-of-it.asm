# A word is stored with sh: what does not fit is lost, and the sum overflows on its own.
        .data
total:  .half 0
other:  .half 0
        .text
main:   li      $t0, 70000
        sw      $t0, total
        lh      $a0, total
        li      $v0, 1
        syscall
        lw      $t1, other
        move    $a0, $t1
        syscall
        li      $v0, 10
        syscall
