# Prints the stars of a triangle, counting the wrong way.
        .text
main:   li      $s0, 0
        li      $s1, 10
loop:   li      $a0, '*'
        li      $v0, 11
        syscall
        addi    $s0, $s0, -1
        bne     $s0, $s1, loop
        li      $v0, 10
        syscall
