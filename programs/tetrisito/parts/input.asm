# Reading: the two grids and the pieces, line by line.
#
# Service 8 with room for exactly the characters of a row stores them and a 0, and drops the rest of
# the line: so LF, CR LF and a last line without an end are all the same here. At the end of the
# input it stores an empty string, which reads as a row of empty cells.

        .data
        .align  2                               # it is cleared by words
box:    .space  20                              # the text of a piece: 4 rows of 4, and a last 0

        .text
# init_arr: makes the grid at $a0 empty: 10 rows of six dots, CR and LF.
init_arr:
        li      $t0, 0x2e2e2e2e                 # "...."
        li      $t1, 0x0a0d2e2e                 # "..", CR, LF: the lowest byte comes first
        addiu   $t2, $a0, GRID_END
init_row:
        sw      $t0, 0($a0)
        sw      $t1, 4($a0)
        addiu   $a0, $a0, ROW_BYTES
        bne     $a0, $t2, init_row
        jr      $ra

# get_input: reads six rows into the field of the empty grid at $a0. '#' becomes 'X', a frozen cell;
# whatever else stands in a row is an empty cell.
get_input:
        addiu   $t0, $a0, FIELD                 # the row
        addiu   $t1, $a0, GRID_END
get_row:
        move    $a0, $t0
        li      $a1, 7                          # six cells and the 0
        li      $v0, 8                          # read string
        syscall
        li      $t2, '\r'                       # where service 8 put its 0
        sb      $t2, COLUMNS($t0)
        addiu   $t3, $t0, COLUMNS
get_cell:
        lbu     $t4, 0($t0)
        li      $t5, '.'
        bne     $t4, '#', get_store
        li      $t5, 'X'
get_store:
        sb      $t5, 0($t0)
        addiu   $t0, $t0, 1
        bne     $t0, $t3, get_cell
        addiu   $t0, $t0, 2                     # over CR and LF
        bne     $t0, $t1, get_row
        jr      $ra

# init_chosen: none of the $a0 pieces is chosen in the array at $a1.
init_chosen:
        beqz    $a0, init_chosen_done
        sb      $zero, 0($a1)
        addiu   $a1, $a1, 1
        addiu   $a0, $a0, -1
        b       init_chosen
init_chosen_done:
        jr      $ra

# get_pieces: reads $a0 pieces of 4 rows each into the array at $a1.
get_pieces:
        addiu   $sp, $sp, -16
        sw      $ra, 12($sp)
        sw      $s5, 8($sp)
        sw      $s6, 4($sp)
        sw      $s7, 0($sp)
        move    $s5, $a0
        move    $s6, $a1
        li      $s7, 0                          # index of the piece
get_piece:
        beq     $s7, $s5, get_pieces_done
        la      $a0, box
        addiu   $t0, $a0, 16
get_box_row:
        sw      $zero, 0($a0)                   # nothing left of the piece before
        li      $a1, 5                          # four cells and the 0
        li      $v0, 8                          # read string
        syscall
        addiu   $a0, $a0, 4                     # the 0 is overwritten by the next row
        bne     $a0, $t0, get_box_row
        move    $a0, $s6
        move    $a1, $s7
        jal     convert_pieces_to_pairs
        addiu   $s7, $s7, 1
        b       get_piece
get_pieces_done:
        lw      $s7, 0($sp)
        lw      $s6, 4($sp)
        lw      $s5, 8($sp)
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra

# convert_pieces_to_pairs: turns the text in box into the four words of piece $a1 of the array $a0.
# Pieces of this course have four cells. So that no other number garbles the array, cells after the
# fourth are left out, missing ones repeat the last cell, which changes nothing where the piece
# falls, and a piece without cells gets a column so far right that no offset is left for it.
convert_pieces_to_pairs:
        sll     $t0, $a1, 4                     # PIECE_BYTES is 16
        addu    $t0, $a0, $t0                   # the next word of the piece
        addiu   $t1, $t0, PIECE_BYTES
        lui     $t2, COLUMNS                    # the last cell: column 6, as yet
        la      $t3, box
        li      $t4, 0                          # cell of the box, 0 to 15
pair_cell:
        lbu     $t5, 0($t3)
        bne     $t5, '#', pair_next
        andi    $t5, $t4, 3                     # column
        sll     $t5, $t5, 16                    # to byte 2
        srl     $t6, $t4, 2                     # row
        or      $t2, $t5, $t6
        sw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        beq     $t0, $t1, pair_done
pair_next:
        addiu   $t3, $t3, 1
        addiu   $t4, $t4, 1
        bne     $t4, 16, pair_cell
pair_missing:
        sw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        bne     $t0, $t1, pair_missing
pair_done:
        jr      $ra

# get_max_x_of_piece: $v0 = the rightmost column in which piece $a1 of the array $a0 has a cell.
get_max_x_of_piece:
        sll     $t0, $a1, 4
        addu    $t0, $a0, $t0
        addiu   $t1, $t0, PIECE_BYTES
        li      $v0, 0
max_cell:
        lbu     $t2, 2($t0)
        ble     $t2, $v0, max_next
        move    $v0, $t2
max_next:
        addiu   $t0, $t0, 4
        bne     $t0, $t1, max_cell
        jr      $ra
