# Adds two variables with la.
        .data
a:      .word   3
b:      .word   4
        .text
main:   la      $t0, a
        la      $t1, b
        add     $a0, $t0, $t1           #~ both are addresses
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
