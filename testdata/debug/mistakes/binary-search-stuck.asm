# Binary search that never moves its lower end.
        .data
arr:    .word   1, 3, 5, 7, 9
        .text
main:   li      $t0, 0
        li      $t1, 4
        li      $t7, 9
loop:   bgt     $t0, $t1, none
        add     $t2, $t0, $t1
        sra     $t2, $t2, 1
        sll     $t3, $t2, 2
        lw      $t4, arr($t3)
        beq     $t4, $t7, found
        blt     $t4, $t7, upper
        addi    $t1, $t2, -1
        j       loop
upper:  move    $t0, $t2                #~ should be $t2 + 1
        j       loop
none:   li      $t2, -1
found:  move    $a0, $t2
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
