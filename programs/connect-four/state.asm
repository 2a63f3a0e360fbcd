# Connect Four, the state of the game and the rules.
#
# Columns are counted from the left, 0 to 6, rows from the bottom, 0 to 5. The piece of a column and
# a row is the byte at piece_position + 7 * row + column: row by row, as the document has it.

        .eqv    COLUMNS         7
        .eqv    ROWS            6
        .eqv    PLACES          42              # COLUMNS * ROWS
        .eqv    IN_LINE         4               # so many pieces win

        .data
        .globl  end_game, current_player, winner, piece_position, column_height, piece_count
piece_count:                                    # pieces on the board
        .word   0
directions:                                     # of a line: what a step adds to column and row
        .word   1, 0                            # across
        .word   0, 1                            # up
        .word   1, 1                            # up to the right
        .word   1, -1                           # down to the right
directions_end:
end_game:                                       # 1 when the game is over
        .byte   0
current_player:                                 # whose turn it is, 1 or 2
        .byte   0
winner: .byte   0                               # 1 or 2 once one has won, 0 for a tie
piece_position:                                 # whose piece is there, 0 for none
        .byte   0 : PLACES
column_height:                                  # pieces in the column
        .byte   0 : COLUMNS

        .text
        .globl  initialize, free_places, place_piece_into_column
        .globl  update_game_state, change_to_next_player_turn

# initialize: a new game. The board is empty, in memory and on the display, and player 1 has the
# turn until somebody says otherwise.
initialize:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        sb      $zero, end_game
        sb      $zero, winner
        sw      $zero, piece_count
        li      $t0, 1
        sb      $t0, current_player
        la      $t0, piece_position
        addiu   $t1, $t0, PLACES                # behind the last place
no_piece:
        sb      $zero, 0($t0)
        addiu   $t0, $t0, 1
        bne     $t0, $t1, no_piece
        la      $t0, column_height
        addiu   $t1, $t0, COLUMNS
no_height:
        sb      $zero, 0($t0)
        addiu   $t0, $t0, 1
        bne     $t0, $t1, no_height
        jal     draw_empty_board
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# free_places: $v0 is how many pieces still fit into column $a0, 0 if it is full, -1 if there is no
# such column.
free_places:
        li      $v0, -1
        bltz    $a0, free_places_known
        bge     $a0, COLUMNS, free_places_known
        lb      $t0, column_height($a0)
        li      $v0, ROWS
        subu    $v0, $v0, $t0
free_places_known:
        jr      $ra

# place_piece_into_column: puts a piece of player $a1 on top of column $a0, which is not full.
place_piece_into_column:
        lb      $t0, column_height($a0)
        mul     $t1, $t0, COLUMNS
        addu    $t1, $t1, $a0
        sb      $a1, piece_position($t1)
        addiu   $t0, $t0, 1
        sb      $t0, column_height($a0)
        jr      $ra

# update_game_state: ends the game if the newest piece, the top one of column $a0, makes a line or
# if the board is full. The line is looked for first: the last piece of all may still win.
#   $s0  column of the newest piece        $s2  direction, in the list
#   $s1  its row                           $s3  pieces of the line on one side of it
update_game_state:
        addiu   $sp, $sp, -20
        sw      $ra, 16($sp)
        sw      $s3, 12($sp)
        sw      $s2, 8($sp)
        sw      $s1, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $a0
        lb      $s1, column_height($s0)
        addiu   $s1, $s1, -1
        la      $s2, directions
try_direction:
        move    $a0, $s0
        move    $a1, $s1
        lw      $a2, 0($s2)
        lw      $a3, 4($s2)
        jal     count_in_direction
        move    $s3, $v0
        move    $a0, $s0
        move    $a1, $s1
        lw      $a2, 0($s2)
        lw      $a3, 4($s2)
        negu    $a2, $a2                        # and the other way
        negu    $a3, $a3
        jal     count_in_direction
        addu    $t0, $s3, $v0
        addiu   $t0, $t0, 1                     # the newest piece itself
        bge     $t0, IN_LINE, line_made
        addiu   $s2, $s2, 8
        la      $t0, directions_end
        bne     $s2, $t0, try_direction
        lw      $t0, piece_count
        bne     $t0, PLACES, state_updated
        sb      $zero, winner
        b       game_over
line_made:
        mul     $t0, $s1, COLUMNS
        addu    $t0, $t0, $s0
        lb      $t0, piece_position($t0)
        sb      $t0, winner
game_over:
        li      $t0, 1
        sb      $t0, end_game
state_updated:
        lw      $s0, 0($sp)
        lw      $s1, 4($sp)
        lw      $s2, 8($sp)
        lw      $s3, 12($sp)
        lw      $ra, 16($sp)
        addiu   $sp, $sp, 20
        jr      $ra

# count_in_direction: starts at the piece of column $a0 and row $a1 and goes on by $a2 columns and
# $a3 rows a step. $v0 is how many pieces of the same player follow one another there.
count_in_direction:
        li      $v0, 0
        mul     $t0, $a1, COLUMNS
        addu    $t0, $t0, $a0
        lb      $t0, piece_position($t0)        # the player
count_next:
        addu    $a0, $a0, $a2
        addu    $a1, $a1, $a3
        bltz    $a0, counted                    # off the board: the byte would be another row's
        bge     $a0, COLUMNS, counted
        bltz    $a1, counted
        bge     $a1, ROWS, counted
        mul     $t1, $a1, COLUMNS
        addu    $t1, $t1, $a0
        lb      $t1, piece_position($t1)
        bne     $t1, $t0, counted
        addiu   $v0, $v0, 1
        b       count_next
counted:
        jr      $ra

# change_to_next_player_turn: the other player has the turn.
change_to_next_player_turn:
        lb      $t0, current_player
        li      $t1, 3
        subu    $t0, $t1, $t0                   # 1 becomes 2, and 2 becomes 1
        sb      $t0, current_player
        jr      $ra
