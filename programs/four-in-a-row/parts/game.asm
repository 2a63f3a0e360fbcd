# The game Four in a Row. The program that includes this file has `choose_starter`: $v0 = 0 or 1.
#
# Registers that keep their meaning in the whole program:
#   $s0  the mover: 0 for player 1, 1 for player 2
#   $s1  free slots
#   $s2  cell of the last move
# Memory: the grid is 42 bytes in 6 rows of 7, the top row first: cell 7 row + column. '*' is a free
# slot. What each player has is in arrays of two, player 1 first.

        .eqv    CELLS           42
        .eqv    COLUMNS         7
        .eqv    BOTTOM          35              # the first cell of the bottom row
        .eqv    FREE            42              # '*': MARS loses the end of a quoted .eqv
        .eqv    SCAN_BYTES      4               # one scan of check_win_player

        .data
matrix: .ascii  "******************************************"
tokens: .ascii  "OX"                            # of player 1 and player 2; the choice may swap them
trials: .byte   3, 3                            # wrong moves that cost nothing but a trial
undos:  .byte   3, 3                            # moves that may be taken back

# Where a line of four can begin, and how it goes on: behind the last row, first column, behind the
# last column, step from cell to cell.
scans:  .byte   3, 0, 7, 7                      # down
        .byte   6, 0, 4, 1                      # to the right
        .byte   3, 0, 4, 8                      # down to the right
        .byte   3, 3, 7, 6                      # down to the left
scans_end:

rules:  .ascii  "Four in a Row\n\n"
        .ascii  "Drop your tokens into the columns 1 to 7. Four of them in a row, across, down or\n"
        .ascii  "diagonally, win. A full grid without four in a row is a tie.\n"
        .ascii  "Each player has 3 trials: a key that is no column, or a full column, costs one,\n"
        .ascii  "and with none left it loses the game.\n"
        .asciiz "Each player can take back 3 moves, each one right after it was made.\n\n"
ask_token:
        .asciiz "Player 1, choose your token: 1 for O, 2 for X: "
bad_token:
        .asciiz "Please press 1 or 2.\n"
player: .asciiz "Player "
ask_column:
        .asciiz ", choose a column from 1 to 7: "
bad_column:
        .asciiz "There is no free slot. Trials left: "
ask_undo:
        .asciiz ", take the move back (y/n)? "
undos_left:
        .asciiz "\nUndos left: player 1 has "
undos_left_2:
        .asciiz ", player 2 has "
numbers:
        .asciiz "1 2 3 4 5 6 7\n\n"
wins:   .asciiz " wins.\n"
loses:  .asciiz " has no trials left and loses.\n"
tie:    .asciiz "It is a tie: no slot is free.\n"
ended:  .asciiz "The input has ended: no winner.\n"

# print_text: prints the text at the label %text.
        .macro  print_text(%text)
        la      $a0, %text
        li      $v0, 4                          # print string
        syscall
        .end_macro

# print_char: prints the character %char.
        .macro  print_char(%char)
        li      $a0, %char
        li      $v0, 11                         # print character
        syscall
        .end_macro

        .text
        .globl  main
main:   li      $s1, CELLS
        print_text(rules)
        jal     choose_token
        jal     choose_starter
        move    $s0, $v0
        jal     print_matrix
turn:   jal     player_go
        beqz    $v0, lost
        jal     print_matrix
        lbu     $a0, tokens($s0)
        jal     check_win_player
        bnez    $v0, won
        jal     check_tie
        bnez    $v0, tied
        jal     player_undo
        bnez    $v0, turn                       # taken back: the same player moves again
        xori    $s0, $s0, 1
        b       turn
won:    jal     print_player
        print_text(wins)
        b       exit
lost:   jal     print_player
        print_text(loses)
        b       exit
tied:   print_text(tie)
exit:   li      $v0, 10                         # end of the program
        syscall

# choose_token: asks player 1 until the answer is 1 (O) or 2 (X). Player 2 gets the other token.
choose_token:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
ask_again:
        print_text(ask_token)
        jal     read_key
        beq     $v0, '1', token_known           # as they are
        beq     $v0, '2', token_swap
        print_text(bad_token)
        b       ask_again
token_swap:
        li      $t0, 'X'
        sb      $t0, tokens
        li      $t0, 'O'
        sb      $t0, tokens+1
token_known:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# read_key: $v0 = the next key. The end of the input, which reads as 0, ends the program.
read_key:
        li      $v0, 12                         # read character
        syscall
        move    $t0, $v0
        print_char('\n')                        # the key was echoed at the end of a prompt
        move    $v0, $t0
        beqz    $v0, no_key
        jr      $ra
no_key: print_text(ended)
        b       exit

# print_player: prints the mover, as in "Player 1 (O)".
print_player:
        print_text(player)
        addiu   $a0, $s0, 1
        li      $v0, 1                          # print integer
        syscall
        print_char(' ')
        print_char('(')
        lbu     $a0, tokens($s0)
        syscall                                 # $v0 is still 11
        print_char(')')
        jr      $ra

# print_matrix: prints the undos left of player 1 and player 2, the grid and the column numbers.
print_matrix:
        print_text(undos_left)
        lbu     $a0, undos
        li      $v0, 1                          # print integer
        syscall
        print_text(undos_left_2)
        lbu     $a0, undos+1
        li      $v0, 1
        syscall
        print_char('\n')
        la      $t0, matrix
        addiu   $t1, $t0, CELLS
matrix_row:
        li      $t2, COLUMNS                    # cells of the row to go
matrix_cell:
        lbu     $a0, 0($t0)
        li      $v0, 11                         # print character
        syscall
        addiu   $t0, $t0, 1
        addiu   $t2, $t2, -1
        beqz    $t2, matrix_row_end
        print_char(' ')
        b       matrix_cell
matrix_row_end:
        print_char('\n')
        bne     $t0, $t1, matrix_row
        print_text(numbers)
        jr      $ra

# player_go: asks the mover for a column until one has a free slot, and puts the token there.
# $v0 = 1 and the cell in $s2, or 0 if the mover had no trial left for a wrong answer.
player_go:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
go_ask: jal     print_player
        print_text(ask_column)
        jal     read_key
        addiu   $t0, $v0, -49                   # '1' becomes 0
        bgeu    $t0, COLUMNS, go_wrong          # unsigned: one test for both sides
        addiu   $s2, $t0, BOTTOM
go_climb:
        lbu     $t1, matrix($s2)
        beq     $t1, FREE, go_place
        addiu   $s2, $s2, -COLUMNS
        bgez    $s2, go_climb                   # above the top row the cell would be negative
go_wrong:
        lbu     $t0, trials($s0)
        li      $v0, 0
        beqz    $t0, go_done
        addiu   $t0, $t0, -1
        sb      $t0, trials($s0)
        print_text(bad_column)
        lbu     $a0, trials($s0)
        li      $v0, 1                          # print integer
        syscall
        print_char('\n')
        b       go_ask
go_place:
        lbu     $t0, tokens($s0)
        sb      $t0, matrix($s2)
        addiu   $s1, $s1, -1
        li      $v0, 1
go_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# player_undo: asks the mover, who must have undos left to be asked, whether the last move is to be
# taken back. $v0 = 1 if it was, else 0.
player_undo:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        lbu     $t0, undos($s0)
        beqz    $t0, undo_no
        jal     print_player
        print_text(ask_undo)
        jal     read_key
        beq     $v0, 'y', undo_yes
        beq     $v0, 'Y', undo_yes
undo_no:
        li      $v0, 0
        b       undo_done
undo_yes:
        li      $t0, FREE
        sb      $t0, matrix($s2)
        addiu   $s1, $s1, 1
        lbu     $t0, undos($s0)
        addiu   $t0, $t0, -1
        sb      $t0, undos($s0)
        jal     print_matrix
        li      $v0, 1
undo_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# check_win_player: $v0 = 1 if four tokens $a0 are in a line, else 0.
# Each scan begins only where a line of four stays inside the grid, so nothing else is tested.
check_win_player:
        la      $t0, scans
win_scan:
        lbu     $t1, 3($t0)                     # step
        li      $t2, 0                          # row
win_row:
        lbu     $t3, 1($t0)                     # column
win_cell:
        mul     $t4, $t2, COLUMNS
        addu    $t4, $t4, $t3                   # cell
        li      $t5, 4                          # tokens to go
win_token:
        lbu     $t6, matrix($t4)
        bne     $t6, $a0, win_next
        addu    $t4, $t4, $t1
        addiu   $t5, $t5, -1
        bnez    $t5, win_token
        li      $v0, 1
        jr      $ra
win_next:
        addiu   $t3, $t3, 1
        lbu     $t4, 2($t0)
        bne     $t3, $t4, win_cell
        addiu   $t2, $t2, 1
        lbu     $t4, 0($t0)
        bne     $t2, $t4, win_row
        addiu   $t0, $t0, SCAN_BYTES
        la      $t4, scans_end
        bne     $t0, $t4, win_scan
        li      $v0, 0
        jr      $ra

# check_tie: $v0 = 1 if no slot is free, else 0.
check_tie:
        sltiu   $v0, $s1, 1
        jr      $ra
