# The course's solver: the first empty cell in reading order gets 1, 2, ... until one of them leads
# to a full grid. With several solutions it therefore finds the first one in reading order.
#
# The program that includes this file defines SIZE, BOX, ROW_BYTES, NEXT_BOX_ROW, grid and
# read_grid.
# row and col say which cell a call of solve works on, num what it tries there; num_unassigned sets
# the first two for its caller, and solve keeps all three of its caller's on the stack.

        .eqv    row             $s0
        .eqv    col             $s1
        .eqv    num             $s2
        .eqv    FRAME           32              # $ra, row, col and num, with room to spare

        .text
        .globl  main
main:   li      $s7 SIZE
        jal     read_grid
        jal     clues_agree
        beqz    $v0 unsolvable
        jal     solve
        beqz    $v0 unsolvable
        jal     print_grid
        b       exit
unsolvable:
        jal     print_none
exit:   li      $v0 10                          # end of the program
        syscall

# clues_agree: $v0 = 1 if no two clues clash and all are in 1..SIZE, else 0.
# Backtracking alone tests only the numbers it places itself: it would fill the rest around two
# clues that clash and call that a solution, or search the whole tree to find none.
clues_agree:
        addiu   $sp $sp -FRAME
        sw      $ra 28($sp)
        li      row 0
clue_row:
        li      col 0
clue_col:
        mul     $t0 row ROW_BYTES
        sll     $t1 col 2
        addu    $t0 $t0 $t1
        lw      num grid($t0)
        beqz    num clue_ok
        li      $v0 0
        bgtu    num $s7 clues_known             # unsigned: no negative number passes either
        sw      $t0 24($sp)
        sw      $zero grid($t0)                 # a clue must not meet itself
        jal     is_safe
        lw      $t0 24($sp)
        sw      num grid($t0)
        beqz    $v0 clues_known
clue_ok:
        addiu   col col 1
        bne     col $s7 clue_col
        addiu   row row 1
        bne     row $s7 clue_row
        li      $v0 1
clues_known:
        lw      $ra 28($sp)
        addiu   $sp $sp FRAME
        jr      $ra

# solve: fills all empty cells. $v0 = 1 and the grid solved, or 0 and the grid as it was.
solve:  addiu   $sp $sp -FRAME
        sw      $ra 28($sp)
        sw      row 24($sp)
        sw      col 20($sp)
        sw      num 16($sp)
        jal     num_unassigned                  # sets row and col
        beqz    $v0 ret_1                       # no cell is empty: solved
        li      num 1
try:    jal     is_safe
        beqz    $v0 try_next
        mul     $t0 row ROW_BYTES
        sll     $t1 col 2
        addu    $t0 $t0 $t1
        sw      num grid($t0)
        jal     solve                           # the rest of the grid, with this number in place
        bnez    $v0 ret_1
        mul     $t0 row ROW_BYTES               # it did not work out: the cell is empty again
        sll     $t1 col 2
        addu    $t0 $t0 $t1
        sw      $zero grid($t0)
try_next:
        addiu   num num 1
        ble     num $s7 try
ret_0:  li      $v0 0
        b       solve_done
ret_1:  li      $v0 1
solve_done:
        lw      num 16($sp)
        lw      col 20($sp)
        lw      row 24($sp)
        lw      $ra 28($sp)
        addiu   $sp $sp FRAME
        jr      $ra

# num_unassigned: looks for the first empty cell, row by row.
# $v0 = 1 and its place in row and col, or 0 if there is none.
num_unassigned:
        la      $t0 grid                        # start of the row
        li      row 0
look_row:
        move    $t1 $t0
        li      col 0
look_col:
        lw      $t2 0($t1)
        beqz    $t2 look_found
        addiu   $t1 $t1 4
        addiu   col col 1
        bne     col $s7 look_col
        addiu   $t0 $t0 ROW_BYTES
        addiu   row row 1
        bne     row $s7 look_row
        li      $v0 0
        jr      $ra
look_found:
        li      $v0 1
        jr      $ra

# is_safe: $v0 = 1 if num is neither in row nor in col nor in the box around them, else 0.
is_safe:
        la      $t0 grid
        mul     $t1 row ROW_BYTES
        addu    $t1 $t0 $t1                     # first cell of the row
        sll     $t2 col 2
        addu    $t2 $t0 $t2                     # first cell of the column
        move    $t3 $s7                         # cells to go
safe_line:
        lw      $t4 0($t1)
        beq     $t4 num not_safe
        lw      $t4 0($t2)
        beq     $t4 num not_safe
        addiu   $t1 $t1 4
        addiu   $t2 $t2 ROW_BYTES
        addiu   $t3 $t3 -1
        bnez    $t3 safe_line

        rem     $t1 row BOX
        subu    $t1 row $t1                     # first row of the box
        mul     $t1 $t1 ROW_BYTES
        rem     $t2 col BOX
        subu    $t2 col $t2                     # first column of the box
        sll     $t2 $t2 2
        addu    $t1 $t1 $t2
        addu    $t0 $t0 $t1                     # first cell of the box
        li      $t1 BOX                         # rows to go
safe_row:
        li      $t2 BOX                         # cells of the row to go
safe_cell:
        lw      $t4 0($t0)
        beq     $t4 num not_safe
        addiu   $t0 $t0 4
        addiu   $t2 $t2 -1
        bnez    $t2 safe_cell
        addiu   $t0 $t0 NEXT_BOX_ROW
        addiu   $t1 $t1 -1
        bnez    $t1 safe_row
yes_safe:
        li      $v0 1
        jr      $ra
not_safe:
        li      $v0 0
        jr      $ra
