# Prints n after a call that takes another argument.
        .text
main:   li      $a0, 7
        li      $s0, 3
        jal     twice
        move    $t1, $v0
        li      $v0, 1
        syscall
        move    $a0, $t1
        syscall
        li      $v0, 10
        syscall
twice:  add     $a0, $a0, $a0           #~ the caller prints $a0 afterwards
        move    $v0, $a0
        jr      $ra
