# Counts the bits of -1.
        .text
main:   li      $t0, -1
        li      $t1, 0
        li      $t2, 0
b:      andi    $t3, $t0, 1
        add     $t1, $t1, $t3
        srl     $t0, $t0, 1
        addi    $t2, $t2, 1
        blt     $t2, 31, b              #? one bit is missing
        move    $a0, $t1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
