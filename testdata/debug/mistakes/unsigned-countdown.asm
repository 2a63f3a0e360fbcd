# bgeu with zero is always true: the index goes below the array.
        .data
before: .word   0
array:  .word   1, 2, 3, 4
        .text
main:   li      $t0, 3
        li      $s0, 0
loop:   sll     $t1, $t0, 2
        lw      $t2, array($t1)
        add     $s0, $s0, $t2
        addi    $t0, $t0, -1
        bgeu    $t0, $zero, loop
        move    $a0, $s0
        li      $v0, 1
        syscall
        lw      $a0, before
        syscall
        li      $v0, 10
        syscall
