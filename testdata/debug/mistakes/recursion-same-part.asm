# Sorts; the part to the left of the pivot keeps the pivot.
        .data
a:      .word   5, 2, 8, 1, 9, 3
        .text
main:   la      $s0, a
        li      $a0, 0
        li      $a1, 5
        jal     qs
        li      $v0, 10
        syscall
qs:     addi    $sp, $sp, -16
        sw      $ra, 12($sp)
        sw      $a0, 8($sp)
        sw      $a1, 4($sp)
        bge     $a0, $a1, qend
        sll     $t0, $a1, 2
        add     $t0, $t0, $s0
        lw      $t1, 0($t0)             # pivot
        move    $t2, $a0                # i
        move    $t3, $a0                # j
part:   bge     $t3, $a1, placed
        sll     $t4, $t3, 2
        add     $t4, $t4, $s0
        lw      $t5, 0($t4)
        bge     $t5, $t1, next
        sll     $t6, $t2, 2
        add     $t6, $t6, $s0
        lw      $t7, 0($t6)
        sw      $t5, 0($t6)
        sw      $t7, 0($t4)
        addi    $t2, $t2, 1
next:   addi    $t3, $t3, 1
        j       part
placed: sll     $t6, $t2, 2
        add     $t6, $t6, $s0
        lw      $t7, 0($t6)
        sw      $t1, 0($t6)
        sw      $t7, 0($t0)
        sw      $t2, 0($sp)
        move    $a1, $t2
        jal     qs                      #~ with the same bounds again
        lw      $t2, 0($sp)
        addi    $a0, $t2, 1
        lw      $a1, 4($sp)
        jal     qs
qend:   lw      $ra, 12($sp)
        addi    $sp, $sp, 16
        jr      $ra
