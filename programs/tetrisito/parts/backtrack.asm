# The search of the implementations B and C: every piece that may still be dropped is dropped at
# every offset, and the search goes on from what comes out.
#
# The programs differ in three procedures, which they have themselves:
#   hopeless  $a0 the grid: $v0 = 1 if the goal cannot be reached from it any more, else 0
#   settle    $a0 the grid in which a piece has frozen: what happens then
#   choose    $a0 chosen, $a1 the index of a piece: marks what may not be dropped after it
# and in where the search goes on when a piece has been tried at all offsets in vain:
#   OTHERWISE next_piece to try a later piece instead of it, dead_end if it may not be skipped

        .eqv    FRAME           40              # $ra and $s5 to $s7 on top, then:
        .eqv    PIECES          20              # the pieces
        .eqv    LAST            16              # the last offset of the piece
        .eqv    OFFSET          12              # the offset in question
        .eqv    COPY            8               # the copy of the grid into which it falls
        .eqv    MARKED          4               # the copy of chosen that goes with it

# backtrack: can the grid at $a0 become the goal with the pieces at $a2 that are not marked in the
# array at $a1? $v0 = 1 if so, else 0. It uses $s1 (goal) and $s2 (number of pieces).
backtrack:
        addiu   $sp, $sp, -FRAME
        sw      $ra, 36($sp)
        sw      $s5, 32($sp)
        sw      $s6, 28($sp)
        sw      $s7, 24($sp)
        sw      $a2, PIECES($sp)
        move    $s5, $a0                        # the grid
        move    $s6, $a1                        # chosen
        jal     hopeless
        bnez    $v0, dead_end
        move    $a0, $s5
        move    $a1, $s1
        jal     is_equal_grids
        bnez    $v0, back_done                  # $v0 is 1: the goal is reached
        li      $s7, -1                         # index of the piece
next_piece:
        addiu   $s7, $s7, 1
        beq     $s7, $s2, dead_end
        addu    $t0, $s6, $s7
        lbu     $t0, 0($t0)
        bnez    $t0, next_piece                 # it was dropped before
        lw      $a0, PIECES($sp)
        move    $a1, $s7
        jal     get_max_x_of_piece
        li      $t0, 5                          # its rightmost cell may reach the last column
        subu    $t0, $t0, $v0
        sw      $t0, LAST($sp)
        sw      $zero, OFFSET($sp)
try_offset:
        lw      $t0, OFFSET($sp)
        lw      $t1, LAST($sp)
        bgt     $t0, $t1, OTHERWISE
        move    $a0, $s5
        li      $a1, GRID_COPY
        jal     deepcopy
        sw      $v0, COPY($sp)
        move    $a0, $v0
        lw      $a1, PIECES($sp)
        sll     $t0, $s7, 4                     # PIECE_BYTES is 16
        addu    $a1, $a1, $t0
        lw      $a2, OFFSET($sp)
        jal     drop_piece_in_grid
        beqz    $v1, give_back                  # impossible here
        move    $a0, $v0
        jal     settle
        move    $a0, $s6
        li      $a1, CHOSEN_BYTES               # anything but GRID_COPY
        jal     deepcopy
        sw      $v0, MARKED($sp)
        move    $a0, $v0
        move    $a1, $s7
        jal     choose
        lw      $a0, COPY($sp)
        lw      $a1, MARKED($sp)
        lw      $a2, PIECES($sp)
        jal     backtrack
        bnez    $v0, back_done
give_back:
        lw      $a0, COPY($sp)
        jal     release
        lw      $t0, OFFSET($sp)
        addiu   $t0, $t0, 1
        sw      $t0, OFFSET($sp)
        b       try_offset
dead_end:
        li      $v0, 0
back_done:
        lw      $s7, 24($sp)
        lw      $s6, 28($sp)
        lw      $s5, 32($sp)
        lw      $ra, 36($sp)
        addiu   $sp, $sp, FRAME
        jr      $ra
