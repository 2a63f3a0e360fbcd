# Ten words need forty bytes.
        .text
main:   li      $a0, 10
        li      $v0, 9
        syscall
        move    $s0, $v0
        li      $t0, 0
loop:   sll     $t1, $t0, 2
        add     $t1, $t1, $s0
        sw      $t0, 0($t1)
        addi    $t0, $t0, 1
        blt     $t0, 10, loop
        li      $v0, 10
        syscall
