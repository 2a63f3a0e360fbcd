# Four in a Row as programs of the course talk, one way for each set of switches below: who is
# asked what, when, and in which words. Rows of manners.toml change the switches.
#
# The grid is 42 bytes, the top row first: `free_cell`, or the token of a player.

        .data
menu:           .word   0               # 1: a menu first (1 plays, 2 shows the rules, 3 quits), and
                                        #    again after a key at the end
rules_asked:    .word   0               # 1: "rules?" is asked first, 1 shows them
rules_more:     .word   0               # 1: one more number after the rules
names_asked:    .word   0               # 1: two names are asked for
token_asked:    .word   1               # 1: the starter chooses a token
token_one:      .word   'x'             # what is typed for X; anything else is O, if not strict
token_strict:   .word   0               # the other word for a token, asked again otherwise; 0: none
token_mirror:   .word   0               # 1: what is typed is the token; 231 less it the other
random_start:   .word   1               # 1: a random player starts
first_column:   .word   1
reads_numbers:  .word   0               # 1: columns are read as numbers
keep_asked:     .word   1               # 0 never, 1 after a move, 2 before it is made
keep_numbers:   .word   0               # 1: that answer is read as a number
keep_from:      .word   1               # from this move of the game on
keep_own:       .word   0               # 1: from so many moves of the player on
keep_spent:     .word   0               # no undo left: 1 asks for a key, 2 asks, and undo loses
back_word:      .word   'y'             # what takes a move back there
back_column:    .word   -1              # a column that takes the last move back
win_first:      .word   1               # 0: whether a move is kept is asked before the win test
undos_turn:     .word   0               # 1: every turn has three undos
undos_swapped:  .word   0               # 1: the other player pays for them
tie_first:      .word   0               # 1: a full grid is a tie, even with a line (a mistake)
centre_first:   .word   0               # 1: the first piece is in the middle (another edition)
range_free:     .word   0               # 1: only a full column counts as a violation, by turn
violations:     .word   3               # so many answers that are not a column lose
restart_asked:  .word   0               # 1: a number is asked for at the end, 1 starts again
dialogs:        .word   0               # 1: messages are dialogs
shows_grid:     .word   1
tall:           .word   0               # 1: a cell has three lines
called:         .word   0               # players are called by 0 numbers, 1 names, 2 tokens
free_cell:      .word   ' '             # what stands in a cell without a piece

matrix_cells:   .byte   ' ' : 42
undos:          .byte   3, 3
wrongs:         .byte   0, 0
tokens:         .byte   'X', 'O'        # of the starter and of the other
names:          .space  40              # of player 1 and of player 2
rules_prompt:   .asciiz "Type 1 to read the rules, 0 to play: "
menu_prompt:    .asciiz "1 play, 2 how to play, 3 quit: "
more_prompt:    .asciiz "Type 1 to start: "
key_prompt:     .asciiz "Press a key."
tall_blank:     .asciiz "|     |     |     |     |     |     |     |\n"
tall_line:      .asciiz "|_____|_____|_____|_____|_____|_____|_____|\n"
tall_left:      .asciiz "|  "
tall_right:     .asciiz "  "
rules:          .asciiz "Four in a row win.\n"
name_prompt:    .asciiz "A name, please: "
token_prompt:   .asciiz " starts. Which token? "
player:         .asciiz "Player "
column_prompt:  .asciiz ", your turn: "
keep_prompt:    .asciiz "Undo this move? "
bad:            .asciiz "That is not a move!\n"
wins:           .asciiz " wins the game!\n"
loses:          .asciiz " loses by violations.\n"
tie:            .asciiz "It is a tie.\n"
restart:        .asciiz "Type 1 to play again: "
bar:            .asciiz "|"
newline:        .asciiz "\n"

        .macro  text(%label)
        la      $a0, %label
        li      $v0, 4
        syscall
        .end_macro

        .text
        .globl  main
# $s0  0 for the starter's turn, 1 for the other's    $s1  moves made
# $s2  the number of the starter less 1               $s3  the cell of the last move
# $s6  1 if a move can be taken back by a column      $s7  where is_over returns
main:   lw      $t0, menu
        beqz    $t0, new_game
menu_again:
        text(menu_prompt)
        li      $v0, 12
        syscall
        beq     $v0, '1', new_game
        beq     $v0, '3', exit
        bne     $v0, '2', menu_again
        text(rules)
        li      $v0, 12
        syscall
        li      $v0, 12
        syscall
new_game:
        jal     reset
        lw      $t0, rules_asked
        beqz    $t0, ask_names
        text(rules_prompt)
        li      $v0, 5
        syscall
        bne     $v0, 1, ask_names
        text(rules)
        lw      $t0, rules_more
        beqz    $t0, ask_names
        text(more_prompt)
        li      $v0, 5
        syscall
ask_names:
        lw      $t0, names_asked
        beqz    $t0, draw_starter
        text(name_prompt)
        la      $a0, names
        li      $a1, 20
        li      $v0, 8
        syscall
        text(name_prompt)
        la      $a0, names+20
        li      $a1, 20
        li      $v0, 8
        syscall
draw_starter:
        lw      $t0, random_start
        beqz    $t0, ask_token
        li      $a1, 2                          # $a0 is whatever it is, as in many programs
        li      $v0, 42
        syscall
        move    $s2, $a0
ask_token:
        lw      $t0, token_asked
        beqz    $t0, begin
        text(player)
        addiu   $a0, $s2, 1
        li      $v0, 1
        syscall
        text(token_prompt)
        li      $v0, 12
        syscall
        lw      $t0, token_mirror
        bnez    $t0, token_typed
        lw      $t0, token_one
        beq     $v0, $t0, begin
        lw      $t0, token_strict
        beqz    $t0, token_o
        bne     $v0, $t0, ask_token
        b       token_o
token_typed:
        sb      $v0, tokens
        li      $t0, 231                        # 'x' and 'o' together
        subu    $t0, $t0, $v0
        sb      $t0, tokens+1
        b       begin
token_o:
        li      $t0, 'O'
        sb      $t0, tokens
        li      $t0, 'X'
        sb      $t0, tokens+1
begin:  jal     show

turn:   jal     say_player
        text(column_prompt)
        lw      $t0, reads_numbers
        bnez    $t0, number
        li      $v0, 12
        syscall
        addiu   $v0, $v0, -48
        b       got
number: li      $v0, 5
        syscall
got:    move    $s4, $v0
        lw      $t0, back_column
        beq     $s4, $t0, go_back
        lw      $t0, keep_asked
        bne     $t0, 2, place
        jal     ask_keep
        bnez    $v0, turn
place:  lw      $t0, first_column
        subu    $t0, $s4, $t0
        bltz    $t0, outside
        bgt     $t0, 6, outside
        lw      $t1, centre_first
        beqz    $t1, any_column
        bnez    $s1, any_column
        bne     $t0, 3, turn
any_column:
        addiu   $s5, $t0, 35
        lw      $t2, free_cell
climb:  lb      $t1, matrix_cells($s5)
        beq     $t1, $t2, free
        addiu   $s5, $s5, -7
        bgez    $s5, climb
        b       wrong
outside:
        lw      $t0, range_free
        beqz    $t0, wrong
        text(bad)
        b       turn
wrong:  text(bad)
        lb      $t0, wrongs($s0)
        addiu   $t0, $t0, 1
        sb      $t0, wrongs($s0)
        lw      $t1, violations
        bne     $t0, $t1, turn
        b       lost
free:   lb      $t0, tokens($s0)
        sb      $t0, matrix_cells($s5)
        move    $s3, $s5
        addiu   $s1, $s1, 1
        jal     show
        lw      $t0, win_first
        beqz    $t0, after_win
        jal     is_over
after_win:
        lw      $t0, keep_asked
        bne     $t0, 1, kept
        jal     ask_keep
        beqz    $v0, kept
        jal     remove
        jal     show
        b       turn
kept:   jal     is_over
        xori    $s0, $s0, 1
        lw      $t0, undos_turn
        beqz    $t0, turn_paid
        li      $t0, 3
        sb      $t0, undos
        sb      $t0, undos+1
turn_paid:
        lw      $t0, range_free
        beqz    $t0, turn_known
        sb      $zero, wrongs
        sb      $zero, wrongs+1
turn_known:
        li      $s6, 1                          # a move can be taken back
        b       turn
lost:   jal     say_player
        text(loses)
        b       end
won:    jal     say_player
        text(wins)
        b       end
tied:   text(tie)
end:    lw      $t0, menu
        beqz    $t0, no_menu
        text(key_prompt)
        li      $v0, 12
        syscall
        b       menu_again
no_menu:
        lw      $t0, restart_asked
        beqz    $t0, exit
        text(restart)
        li      $v0, 5
        syscall
exit:   li      $v0, 10
        syscall

go_back:
        beqz    $s6, turn
        beqz    $s1, turn
        li      $s6, 0
        jal     remove
        xori    $s0, $s0, 1
        jal     show
        b       turn

# reset: everything as it is at the beginning of a game.
reset:  li      $t0, 41
        lw      $t1, free_cell
reset_cell:
        sb      $t1, matrix_cells($t0)
        addiu   $t0, $t0, -1
        bgez    $t0, reset_cell
        li      $t0, 3
        sb      $t0, undos
        sb      $t0, undos+1
        sb      $zero, wrongs
        sb      $zero, wrongs+1
        li      $t0, 'X'
        sb      $t0, tokens
        li      $t0, 'O'
        sb      $t0, tokens+1
        li      $s0, 0
        li      $s1, 0
        li      $s2, 0
        li      $s6, 0
        jr      $ra

# is_over: goes on at won or tied if the game is over, and returns otherwise.
is_over:
        move    $s7, $ra
        lw      $t0, tie_first
        beqz    $t0, line_first
        beq     $s1, 42, tied
line_first:
        jal     is_won
        bnez    $v0, won
        beq     $s1, 42, tied
        jr      $s7

# remove: takes the last piece away.
remove: lw      $t0, free_cell
        sb      $t0, matrix_cells($s3)
        addiu   $s1, $s1, -1
        jr      $ra

# ask_keep: $v0 = 1 if the move is to be taken back.
ask_keep:
        li      $v0, 0
        lw      $t0, keep_from
        lw      $t1, keep_asked
        move    $t2, $s1
        bne     $t1, 2, placed
        addiu   $t2, $t2, 1
placed: lw      $t1, keep_own
        beqz    $t1, counted
        addiu   $t2, $t2, 1
        srl     $t2, $t2, 1
counted:
        blt     $t2, $t0, answered
        xor     $t5, $s0, $zero
        lw      $t0, undos_swapped
        xor     $t5, $t5, $t0
        lb      $t0, undos($t5)
        bnez    $t0, keep_asking
        lw      $t0, keep_spent
        beqz    $t0, answered
        beq     $t0, 2, keep_asking
        text(key_prompt)
        li      $v0, 12
        syscall
        li      $v0, 0
        b       answered
keep_asking:
        text(keep_prompt)
        lw      $t0, keep_numbers
        bnez    $t0, keep_number
        li      $v0, 12
        syscall
        b       keep_got
keep_number:
        li      $v0, 5
        syscall
keep_got:
        lw      $t0, back_word
        seq     $v0, $v0, $t0
        beqz    $v0, answered
        lb      $t0, undos($t5)
        beqz    $t0, lost
        addiu   $t0, $t0, -1
        sb      $t0, undos($t5)
answered:
        jr      $ra

# say_player: the number of whose turn it is.
say_player:
        lw      $t0, dialogs
        beqz    $t0, say_plain
        la      $a0, player
        li      $a1, 1
        li      $v0, 55
        syscall
say_plain:
        lw      $t0, called
        beq     $t0, 1, say_name
        beq     $t0, 2, say_token
        text(player)
        xor     $a0, $s0, $s2
        addiu   $a0, $a0, 1
        li      $v0, 1
        syscall
        jr      $ra

say_token:
        lb      $a0, tokens($s0)
        li      $v0, 11
        syscall
        jr      $ra
say_name:
        xor     $t0, $s0, $s2
        mul     $t0, $t0, 20
say_letter:
        lb      $a0, names($t0)
        beqz    $a0, said
        beq     $a0, '\n', said
        li      $v0, 11
        syscall
        addiu   $t0, $t0, 1
        b       say_letter
said:   jr      $ra

# show: prints the grid.
show:   lw      $t0, shows_grid
        beqz    $t0, shown
        li      $t0, 0
        lw      $t2, tall
        bnez    $t2, show_tall
show_cell:
        text(bar)
        lb      $a0, matrix_cells($t0)
        li      $v0, 11
        syscall
        addiu   $t0, $t0, 1
        rem     $t1, $t0, 7
        bnez    $t1, show_cell
        text(bar)
        text(newline)
        bne     $t0, 42, show_cell
shown:  jr      $ra

show_tall:
        text(tall_blank)
tall_cell:
        text(tall_left)
        lb      $a0, matrix_cells($t0)
        li      $v0, 11
        syscall
        text(tall_right)
        addiu   $t0, $t0, 1
        rem     $t1, $t0, 7
        bnez    $t1, tall_cell
        text(bar)
        text(newline)
        text(tall_line)
        bne     $t0, 42, show_tall
        jr      $ra

# is_won: $v0 = 1 if the token of whose turn it is stands four times in a row.
is_won: lb      $t9, tokens($s0)
        li      $t0, 0                          # the cell
won_cell:
        rem     $t1, $t0, 7                     # its column
        la      $t2, steps
won_step:
        lw      $t3, 0($t2)                     # from cell to cell
        lw      $t4, 4($t2)                     # least column
        lw      $t5, 8($t2)                     # greatest column
        lw      $t6, 12($t2)                    # greatest cell
        blt     $t1, $t4, won_next
        bgt     $t1, $t5, won_next
        bgt     $t0, $t6, won_next
        move    $t7, $t0
        li      $t8, 4
won_look:
        lb      $v0, matrix_cells($t7)
        bne     $v0, $t9, won_next
        addu    $t7, $t7, $t3
        addiu   $t8, $t8, -1
        bnez    $t8, won_look
        li      $v0, 1
        jr      $ra
won_next:
        addiu   $t2, $t2, 16
        la      $t3, steps_end
        bne     $t2, $t3, won_step
        addiu   $t0, $t0, 1
        bne     $t0, 42, won_cell
        li      $v0, 0
        jr      $ra

        .data
        .align  2
steps:  .word   1, 0, 3, 41
        .word   7, 0, 6, 20
        .word   8, 0, 3, 20
        .word   6, 3, 6, 20
steps_end:
