# Exchanges two variables.
        .data
a:      .word   1
b:      .word   2
        .text
main:   lw      $a0, a
        lw      $a1, b
        jal     swap
        lw      $a0, a
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
swap:   move    $t0, $a0
        move    $a0, $a1                #~ the variables stay as they are
        move    $a1, $t0
        jr      $ra
