# The table is of bytes, the loop steps by four.
        .data
table:  .byte   1, 2, 3, 4, 5, 6, 7, 8
last:   .word   0
        .text
main:   la      $t0, table
        li      $t1, 0
        li      $s0, 0
loop:   lb      $t2, 0($t0)
        add     $s0, $s0, $t2
        addi    $t0, $t0, 4
        addi    $t1, $t1, 1
        blt     $t1, 8, loop
        sw      $s0, last
        lw      $a0, last
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
