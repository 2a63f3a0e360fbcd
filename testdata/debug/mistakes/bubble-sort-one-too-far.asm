# Bubble sort whose inner loop goes one comparison too far.
        .data
array:  .word   5, 3, 9, 1, 7
sep:    .asciiz " "
        .text
main:   li      $s0, 0
outer:  li      $s1, 0
        la      $s2, array
inner:  lw      $t0, 0($s2)
        lw      $t1, 4($s2)
        ble     $t0, $t1, next
        sw      $t1, 0($s2)
        sw      $t0, 4($s2)
next:   addi    $s2, $s2, 4
        addi    $s1, $s1, 1
        blt     $s1, 5, inner
        addi    $s0, $s0, 1
        blt     $s0, 5, outer
        la      $s2, array
        li      $s1, 0
show:   lw      $a0, 0($s2)
        li      $v0, 1
        syscall
        la      $a0, sep
        li      $v0, 4
        syscall
        addi    $s2, $s2, 4
        addi    $s1, $s1, 1
        blt     $s1, 5, show
        li      $v0, 10
        syscall
