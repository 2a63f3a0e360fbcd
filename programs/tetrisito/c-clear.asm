# Tetrisito, implementation C with line clearing: full rows vanish after every drop.
#
# How to run:  jetan run programs/tetrisito/c-clear.asm < case.in
# Input:       6 rows of the start grid, 6 rows of the goal grid, the number of pieces (at most 6),
#              4 rows for each; `.` empty, `#` filled. Lines end in LF or CR LF, the last one in
#              nothing if it likes.
# Output:      YES or NO, without a newline.
#
# Registers and memory layout: parts/main.asm. The search itself: parts/backtrack.asm.

        .eqv    OTHERWISE       next_piece      # any piece may be left out

        .include "parts/main.asm"               # main
        .include "parts/input.asm"              # init_arr, get_input, get_pieces, ...
        .include "parts/grid.asm"               # drop_piece_in_grid, deepcopy, ...
        .include "parts/backtrack.asm"          # backtrack

# hopeless: $v0 = 0 whatever the grid at $a0: a cell that is not in the goal may vanish yet.
hopeless:
        li      $v0, 0
        jr      $ra

# settle: every full row of the grid at $a0 vanishes, and what is above moves down as whole rows.
# Rows are copied from the bottom up, each to the lowest place not yet taken; a full row is not
# copied. The rows left at the top of the field become empty, as hidden row 0 always is.
settle: addiu   $t0, $a0, BOTTOM                # the row looked at
        move    $t1, $t0                        # where the next row goes
        addiu   $t2, $a0, FIELD
settle_row:
        lw      $t3, 0($t0)
        lw      $t4, 4($t0)
        bne     $t3, 0x58585858, settle_keep    # "XXXX"
        beq     $t4, 0x0a0d5858, settle_next    # "XX", CR, LF: a full row
settle_keep:
        sw      $t3, 0($t1)
        sw      $t4, 4($t1)
        addiu   $t1, $t1, -ROW_BYTES
settle_next:
        addiu   $t0, $t0, -ROW_BYTES
        bgeu    $t0, $t2, settle_row
        lw      $t3, 0($a0)
        lw      $t4, 4($a0)
settle_top:
        bltu    $t1, $t2, settle_done
        sw      $t3, 0($t1)
        sw      $t4, 4($t1)
        addiu   $t1, $t1, -ROW_BYTES
        b       settle_top
settle_done:
        jr      $ra

# choose: marks piece $a1 in the array at $a0.
choose: addu    $t0, $a0, $a1
        li      $t1, 1
        sb      $t1, 0($t0)
        jr      $ra
