# The procedure computes its result in $t0 and forgets to move it to $v0.
        .text
main:   li      $a0, 6
        jal     square
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
square: mul     $t0, $a0, $a0
        jr      $ra
