# Tetrisito, implementation A: can one piece, dropped once or not at all, turn start into goal?
#
# How to run:  jetan run programs/tetrisito/a.asm < case.in
# Input:       6 rows of the start grid, 6 rows of the goal grid, the number of pieces, 4 rows for
#              the piece; `.` empty, `#` filled. Lines end in LF or CR LF, the last one in nothing
#              if it likes. Pieces after the first are not looked at.
# Output:      YES or NO, without a newline.
#
# With one piece no recursion is needed: backtrack tries its offsets one after the other.
# Registers and memory layout: parts/main.asm.

        .include "parts/main.asm"               # main
        .include "parts/input.asm"              # init_arr, get_input, get_pieces, ...
        .include "parts/grid.asm"               # drop_piece_in_grid, deepcopy, ...

# backtrack: can the grid at $a0 become the goal with the first piece at $a2? $v0 = 1 if so, else 0.
# It uses $s1 (goal) and $s2 (number of pieces); chosen, in $a1, is of no use with one piece.
backtrack:
        addiu   $sp, $sp, -24
        sw      $ra, 20($sp)
        sw      $s5, 16($sp)
        sw      $s6, 12($sp)
        sw      $s7, 8($sp)
        sw      $a2, 4($sp)
        move    $s5, $a0                        # the grid
        move    $a1, $s1
        jal     is_equal_grids
        bnez    $v0, back_done                  # nothing to do: $v0 is 1
        beqz    $s2, back_done                  # no piece: $v0 is 0
        lw      $a0, 4($sp)
        li      $a1, 0
        jal     get_max_x_of_piece
        li      $s7, 5                          # its rightmost cell may reach the last column
        subu    $s7, $s7, $v0                   # the last offset
        li      $s6, 0                          # the offset
try_offset:
        bgt     $s6, $s7, dead_end
        move    $a0, $s5
        li      $a1, GRID_COPY
        jal     deepcopy
        sw      $v0, 0($sp)                     # the copy into which it falls
        move    $a0, $v0
        lw      $a1, 4($sp)
        move    $a2, $s6
        jal     drop_piece_in_grid
        move    $a0, $v0                        # an impossible drop leaves a copy of the start,
        move    $a1, $s1                        # which is known to be different
        jal     is_equal_grids
        lw      $a0, 0($sp)
        jal     release                         # keeps $v0
        addiu   $s6, $s6, 1
        beqz    $v0, try_offset
        b       back_done
dead_end:
        li      $v0, 0
back_done:
        lw      $s7, 8($sp)
        lw      $s6, 12($sp)
        lw      $s5, 16($sp)
        lw      $ra, 20($sp)
        addiu   $sp, $sp, 24
        jr      $ra
