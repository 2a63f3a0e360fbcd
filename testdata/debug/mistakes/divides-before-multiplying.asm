# Fahrenheit to Celsius: 5 / 9 comes first, and is 0.
        .text
main:   li      $t0, 212
        addi    $t0, $t0, -32
        li      $t1, 5
        li      $t2, 9
        div     $t1, $t2                 #~ 5 / 9 is 0
        mflo    $t3
        mul     $a0, $t3, $t0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
