# A solver without recursion: it walks over the cells, forwards when a number fits, else back.
# The program that includes it defines SIZE, BOX and CELLS. Cells are bytes.

        .data
cells:  .space  CELLS
given:  .space  CELLS

        .text
# fill: $v0 = 1 with all cells filled, or 0 with the cells as they were.
fill:   li      $t0, 0
mark:   lb      $t1, cells($t0)
        sltu    $t1, $zero, $t1
        sb      $t1, given($t0)
        addi    $t0, $t0, 1
        bne     $t0, CELLS, mark
        li      $t0, 0                  # the cell
forward:
        beq     $t0, CELLS, found
        lb      $t1, given($t0)
        beqz    $t1, higher
        addi    $t0, $t0, 1
        b       forward
higher: lb      $t2, cells($t0)
        addi    $t2, $t2, 1
        sb      $zero, cells($t0)
        bgt     $t2, SIZE, back
        sb      $t2, cells($t0)
        li      $t3, SIZE
        div     $t0, $t3
        mflo    $t4                     # row
        mfhi    $t5                     # column
        mul     $t6, $t4, SIZE          # along the row
        move    $t7, $t5                # along the column
        li      $t8, SIZE
along:   lb      $t9, cells($t6)
        bne     $t9, $t2, along_1
        bne     $t6, $t0, higher
along_1: lb      $t9, cells($t7)
        bne     $t9, $t2, along_2
        bne     $t7, $t0, higher
along_2: addi    $t6, $t6, 1
        addi    $t7, $t7, SIZE
        sub     $t8, $t8, 1
        bgtz    $t8, along
        rem     $t6, $t4, BOX
        sub     $t4, $t4, $t6
        rem     $t6, $t5, BOX
        sub     $t5, $t5, $t6
        mul     $t6, $t4, SIZE
        add     $t6, $t6, $t5           # the first cell of the box
        li      $t7, BOX
box:    li      $t8, BOX
box_1:  lb      $t9, cells($t6)
        bne     $t9, $t2, box_2
        bne     $t6, $t0, higher
box_2:  addi    $t6, $t6, 1
        sub     $t8, $t8, 1
        bgtz    $t8, box_1
        addi    $t6, $t6, SIZE
        sub     $t6, $t6, BOX
        sub     $t7, $t7, 1
        bgtz    $t7, box
        addi    $t0, $t0, 1
        b       forward
back:   sub     $t0, $t0, 1
        bltz    $t0, lost
        lb      $t1, given($t0)
        bnez    $t1, back
        b       higher
found:  li      $v0, 1
        jr      $ra
lost:   li      $v0, 0
        jr      $ra
