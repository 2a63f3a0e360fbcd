# Counts down from ten.
        .text
main:   lw      $s0, 10                 #~ li is meant
loop:   addi    $s0, $s0, -1
        bnez    $s0, loop
        li      $v0, 10
        syscall
