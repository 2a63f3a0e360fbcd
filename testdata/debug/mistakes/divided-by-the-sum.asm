# The average is count divided by sum.
        .data
list:   .word   0, 0, 0
        .text
main:   la      $t0, list
        li      $t1, 0
        li      $s0, 0
loop:   lw      $t2, 0($t0)
        add     $s0, $s0, $t2
        addi    $t0, $t0, 4
        addi    $t1, $t1, 1
        blt     $t1, 3, loop
        div     $a0, $t1, $s0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
