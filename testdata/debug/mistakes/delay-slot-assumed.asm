# Written for a processor with delay slots.
        .text
main:   li      $t0, 3
        li      $t1, 0
loop:   addi    $t0, $t0, -1
        bnez    $t0, loop
        add     $t1, $t1, $t0
        jal     show
        move    $a0, $t1
        li      $v0, 10
        syscall
show:   li      $v0, 1
        syscall
        jr      $ra
