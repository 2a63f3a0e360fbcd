# A search that has little in common with the course's program: cells are words, a move is taken
# back instead of copied, and nothing keeps the document's names.

        .data
        .align  2
board:  .space  240                     # 10 rows of 6 words, 1 where a cell is filled
target: .space  240
cells:  .space  192                     # 6 pieces of 4 cells of two words: row, column
reach:  .space  24                      # the rightmost column of each piece
used:   .space  24
count:  .word   0

        .text
# load_grid: 6 lines of $a1 bytes at $a0 into the lower rows of the grid at $a2.
load_grid:
        addi    $t0, $a2, 96
        li      $t1, 6
lg_row: li      $t2, 6
        move    $t3, $a0
lg_cell:
        lb      $t4, ($t3)
        li      $t5, 35
        seq     $t4, $t4, $t5
        sw      $t4, ($t0)
        addi    $t0, $t0, 4
        addi    $t3, $t3, 1
        sub     $t2, $t2, 1
        bgtz    $t2, lg_cell
        add     $a0, $a0, $a1
        sub     $t1, $t1, 1
        bgtz    $t1, lg_row
        jr      $ra

# load_piece: 4 lines of $a1 bytes at $a0 into piece $a2.
load_piece:
        sll     $t0, $a2, 5
        la      $t1, cells
        add     $t0, $t0, $t1
        sll     $t1, $a2, 2
        sw      $zero, reach($t1)
        li      $t2, 0                  # row
lp_row: li      $t3, 0                  # column
lp_cell:
        add     $t4, $a0, $t3
        lb      $t4, ($t4)
        bne     $t4, 35, lp_next
        sw      $t2, ($t0)
        sw      $t3, 4($t0)
        addi    $t0, $t0, 8
        lw      $t4, reach($t1)
        bge     $t4, $t3, lp_next
        sw      $t3, reach($t1)
lp_next:
        addi    $t3, $t3, 1
        blt     $t3, 4, lp_cell
        add     $a0, $a0, $a1
        addi    $t2, $t2, 1
        blt     $t2, 4, lp_row
        jr      $ra

# search: $v1 = 1 if board can become target.
search: la      $t0, board
        la      $t1, target
        li      $t2, 60
se_cmp: lw      $t3, ($t0)
        lw      $t4, ($t1)
        bne     $t3, $t4, se_try
        addi    $t0, $t0, 4
        addi    $t1, $t1, 4
        sub     $t2, $t2, 1
        bgtz    $t2, se_cmp
        li      $v1, 1
        jr      $ra
se_try: sub     $sp, $sp, 16
        sw      $ra, 12($sp)
        sw      $zero, 8($sp)           # piece
se_piece:
        lw      $t0, 8($sp)
        lw      $t1, count
        bge     $t0, $t1, se_fail
        sll     $t1, $t0, 2
        lw      $t2, used($t1)
        bnez    $t2, se_next
        sw      $zero, 4($sp)           # offset
se_offset:
        lw      $t0, 8($sp)
        sll     $t1, $t0, 2
        lw      $t2, reach($t1)
        lw      $t3, 4($sp)
        add     $t2, $t2, $t3
        bgt     $t2, 5, se_next
        move    $a0, $t0
        move    $a1, $t3
        jal     depth
        sw      $v0, 0($sp)
        bltz    $v0, se_again
        li      $a3, 1
        jal     paint
        jal     search
        bnez    $v1, se_done
        lw      $a0, 8($sp)
        lw      $a1, 4($sp)
        lw      $v0, 0($sp)
        li      $a3, 0
        jal     paint
se_again:
        lw      $t3, 4($sp)
        addi    $t3, $t3, 1
        sw      $t3, 4($sp)
        b       se_offset
se_next:
        lw      $t0, 8($sp)
        addi    $t0, $t0, 1
        sw      $t0, 8($sp)
        b       se_piece
se_fail:
        li      $v1, 0
se_done:
        lw      $ra, 12($sp)
        addi    $sp, $sp, 16
        jr      $ra

# depth: how many rows piece $a0 falls at offset $a1, or -1 if it stays hidden or leaves the target.
depth:  li      $v0, 0
de_row: sll     $t0, $a0, 5
        la      $t1, cells
        add     $t0, $t0, $t1
        li      $t1, 4
de_cell:
        lw      $t2, ($t0)
        add     $t2, $t2, $v0
        addi    $t2, $t2, 1             # the row below
        bgt     $t2, 9, de_rest
        lw      $t3, 4($t0)
        add     $t3, $t3, $a1
        mul     $t2, $t2, 6
        add     $t2, $t2, $t3
        sll     $t2, $t2, 2
        lw      $t2, board($t2)
        bnez    $t2, de_rest
        addi    $t0, $t0, 8
        sub     $t1, $t1, 1
        bgtz    $t1, de_cell
        addi    $v0, $v0, 1
        b       de_row
de_rest:
        sll     $t0, $a0, 5
        la      $t1, cells
        add     $t0, $t0, $t1
        li      $t1, 4
de_test:
        lw      $t2, ($t0)
        add     $t2, $t2, $v0
        blt     $t2, 4, de_bad
        lw      $t3, 4($t0)
        add     $t3, $t3, $a1
        mul     $t2, $t2, 6
        add     $t2, $t2, $t3
        sll     $t2, $t2, 2
        lw      $t2, target($t2)
        beqz    $t2, de_bad
        addi    $t0, $t0, 8
        sub     $t1, $t1, 1
        bgtz    $t1, de_test
        jr      $ra
de_bad: li      $v0, -1
        jr      $ra

# paint: piece $a0 at offset $a1, $v0 rows down, gets the value $a3.
paint:  sll     $t1, $a0, 2
        sw      $a3, used($t1)
        sll     $t0, $a0, 5
        la      $t1, cells
        add     $t0, $t0, $t1
        li      $t1, 4
pa_cell:
        lw      $t2, ($t0)
        add     $t2, $t2, $v0
        lw      $t3, 4($t0)
        add     $t3, $t3, $a1
        mul     $t2, $t2, 6
        add     $t2, $t2, $t3
        sll     $t2, $t2, 2
        sw      $a3, board($t2)
        addi    $t0, $t0, 8
        sub     $t1, $t1, 1
        bgtz    $t1, pa_cell
        jr      $ra
