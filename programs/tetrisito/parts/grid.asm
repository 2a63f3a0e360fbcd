# What is done with grids: counting, comparing, copying, dropping a piece.
#
# Copies come from a stack of our own, not from the heap: the heap of MARS only grows, and the
# search makes hundreds of thousands of copies. Giving a copy back gives back all made after it, so
# there are never more than one grid and one chosen for each piece in play.

        .eqv    GRID_COPY       10              # the kind of deepcopy: 10 rows, a grid

        .data
copies: .space  624                             # MAX_PIECES of GRID_BYTES + CHOSEN_BYTES
copy_top:
        .word   copies                          # where the next copy goes

        .text
# counter: $v0 = number of frozen cells in the grid at $a0.
counter:
        addiu   $t0, $a0, FIELD
        addiu   $t1, $a0, GRID_END
        li      $v0, 0
count_cell:
        lbu     $t2, 0($t0)
        bne     $t2, 'X', count_next
        addiu   $v0, $v0, 1
count_next:
        addiu   $t0, $t0, 1                     # CR and LF are no X: no need to leave them out
        bne     $t0, $t1, count_cell
        jr      $ra

# is_equal_grids: $v0 = 1 if the grids at $a0 and $a1 are the same, else 0.
is_equal_grids:
        addiu   $t0, $a0, GRID_END
        li      $v0, 0
equal_word:
        lw      $t1, 0($a0)                     # four cells at once
        lw      $t2, 0($a1)
        bne     $t1, $t2, equal_done
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, 4
        bne     $a0, $t0, equal_word
        li      $v0, 1
equal_done:
        jr      $ra

# not_fit: $v0 = 1 if the grid at $a0 has a frozen cell that the goal at $a1 has not, else 0.
not_fit:
        addiu   $t0, $a0, FIELD
        addiu   $t1, $a1, FIELD
        addiu   $t2, $a0, GRID_END
        li      $v0, 1
fit_cell:
        lbu     $t3, 0($t0)
        bne     $t3, 'X', fit_next
        lbu     $t3, 0($t1)
        bne     $t3, 'X', fit_done
fit_next:
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, 1
        bne     $t0, $t2, fit_cell
        li      $v0, 0
fit_done:
        jr      $ra

# deepcopy: $v0 = a copy of the array at $a0: a grid if $a1 is GRID_COPY, else a chosen.
deepcopy:
        lw      $v0, copy_top
        li      $t0, CHOSEN_BYTES               # to copy
        li      $t1, CHOSEN_BYTES               # to reserve
        bne     $a1, GRID_COPY, copy_sized
        li      $t0, GRID_END
        li      $t1, GRID_BYTES
copy_sized:
        addu    $t1, $v0, $t1
        sw      $t1, copy_top
        addu    $t0, $a0, $t0                   # the end of the original
        move    $t1, $v0
copy_word:
        lw      $t2, 0($a0)
        sw      $t2, 0($t1)
        addiu   $a0, $a0, 4
        addiu   $t1, $t1, 4
        bne     $a0, $t0, copy_word
        jr      $ra

# release: gives back the copy at $a0 and all copies made after it.
release:
        sw      $a0, copy_top
        jr      $ra

# rests: branches to landed if the cell at %cell is in the bottom row, whose address is in $t4, or
# above a frozen cell.
        .macro  rests(%cell)
        bgeu    %cell, $t4, landed
        lbu     $t5, ROW_BYTES(%cell)
        beq     $t5, 'X', landed
        .end_macro

# cell_of: %cell = the address in the grid at $a0 of the cell whose word is at %word($a1), moved
# right by $a2 columns.
        .macro  cell_of(%cell, %word)
        lw      $t5, %word($a1)
        andi    %cell, $t5, 0xff                # row
        sll     %cell, %cell, 3                 # ROW_BYTES is 8
        srl     $t5, $t5, 16                    # column
        addu    %cell, %cell, $t5
        addu    %cell, %cell, $a2
        addu    %cell, %cell, $a0
        .end_macro

# drop_piece_in_grid: the piece at $a1, moved right by $a2 columns, falls into the grid at $a0.
# $v0 = the grid; $v1 = 1, or 0 if part of the piece stays in the hidden rows: then the grid is as
# it was, for the piece is only drawn where it comes to rest.
drop_piece_in_grid:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)
        cell_of($t0, 0)
        cell_of($t1, 4)
        cell_of($t2, 8)
        cell_of($t3, 12)
        addiu   $t4, $a0, BOTTOM
fall:   rests($t0)
        rests($t1)
        rests($t2)
        rests($t3)
        addiu   $t0, $t0, ROW_BYTES
        addiu   $t1, $t1, ROW_BYTES
        addiu   $t2, $t2, ROW_BYTES
        addiu   $t3, $t3, ROW_BYTES
        b       fall
landed: li      $v1, 0
        addiu   $t4, $a0, FIELD
        bltu    $t0, $t4, drop_done
        bltu    $t1, $t4, drop_done
        bltu    $t2, $t4, drop_done
        bltu    $t3, $t4, drop_done
        li      $t4, '#'
        sb      $t4, 0($t0)
        sb      $t4, 0($t1)
        sb      $t4, 0($t2)
        sb      $t4, 0($t3)
        jal     freeze_blocks
        li      $v1, 1
drop_done:
        lw      $v0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# freeze_blocks: every '#' in the grid at $a0 becomes 'X'.
freeze_blocks:
        addiu   $t0, $a0, FIELD
        addiu   $t1, $a0, GRID_END
        li      $t2, 'X'
freeze_cell:
        lbu     $t3, 0($t0)
        bne     $t3, '#', freeze_next
        sb      $t2, 0($t0)
freeze_next:
        addiu   $t0, $t0, 1
        bne     $t0, $t1, freeze_cell
        jr      $ra
