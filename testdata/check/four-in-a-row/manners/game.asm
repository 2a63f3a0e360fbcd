# Four in a Row as programs of the course talk, one way for each set of switches below: who is
# asked what, when, and in which words. Rows of manners.toml change the switches.
#
# The grid is 42 bytes, the top row first: a blank, or the token of a player.

        .data
rules_asked:    .word   0               # 1: "rules?" is asked first, 1 shows them
names_asked:    .word   0               # 1: two names are asked for
token_asked:    .word   1               # 1: the starter chooses a token
token_one:      .word   'x'             # what is typed for X; anything else is O, if not strict
token_strict:   .word   0               # the other word for a token, asked again otherwise; 0: none
random_start:   .word   1               # 1: a random player starts
first_column:   .word   1
reads_numbers:  .word   0               # 1: columns are read as numbers
keep_asked:     .word   1               # 0 never, 1 after a move, 2 before it is made
keep_numbers:   .word   0               # 1: that answer is read as a number
keep_from:      .word   1               # from this move of the game on
back_word:      .word   'y'             # what takes a move back there
back_column:    .word   -1              # a column that takes the last move back
win_first:      .word   1               # 0: whether a move is kept is asked before the win test
violations:     .word   3               # so many answers that are not a column lose
restart_asked:  .word   0               # 1: a number is asked for at the end, 1 starts again
dialogs:        .word   0               # 1: messages are dialogs
shows_grid:     .word   1

matrix_cells:   .byte   ' ' : 42
undos:          .byte   3, 3
wrongs:         .byte   0, 0
tokens:         .byte   'X', 'O'        # of the starter and of the other
name:           .space  20
rules_prompt:   .asciiz "Type 1 to read the rules, 0 to play: "
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
main:   lw      $t0, rules_asked
        beqz    $t0, ask_names
        text(rules_prompt)
        li      $v0, 5
        syscall
        bne     $v0, 1, ask_names
        text(rules)
ask_names:
        lw      $t0, names_asked
        beqz    $t0, draw_starter
        text(name_prompt)
        la      $a0, name
        li      $a1, 20
        li      $v0, 8
        syscall
        text(name_prompt)
        la      $a0, name
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
        lw      $t0, token_one
        beq     $v0, $t0, begin
        lw      $t0, token_strict
        beqz    $t0, token_o
        bne     $v0, $t0, ask_token
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
        bltz    $t0, wrong
        bgt     $t0, 6, wrong
        addiu   $s5, $t0, 35
climb:  lb      $t1, matrix_cells($s5)
        beq     $t1, ' ', free
        addiu   $s5, $s5, -7
        bgez    $s5, climb
wrong:  text(bad)
        lb      $t0, wrongs($s0)
        addiu   $t0, $t0, 1
        sb      $t0, wrongs($s0)
        lw      $t1, violations
        bne     $t0, $t1, turn
        jal     say_player
        text(loses)
        b       end
free:   lb      $t0, tokens($s0)
        sb      $t0, matrix_cells($s5)
        move    $s3, $s5
        addiu   $s1, $s1, 1
        jal     show
        lw      $t0, win_first
        beqz    $t0, after_win
        jal     is_won
        bnez    $v0, won
        beq     $s1, 42, tied
after_win:
        lw      $t0, keep_asked
        bne     $t0, 1, kept
        jal     ask_keep
        beqz    $v0, kept
        jal     remove
        jal     show
        b       turn
kept:   jal     is_won
        bnez    $v0, won
        beq     $s1, 42, tied
        xori    $s0, $s0, 1
        li      $s6, 1                          # a move can be taken back
        b       turn
won:    jal     say_player
        text(wins)
        b       end
tied:   text(tie)
end:    lw      $t0, restart_asked
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

# remove: takes the last piece away.
remove: li      $t0, ' '
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
placed: blt     $t2, $t0, answered
        lb      $t0, undos($s0)
        beqz    $t0, answered
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
        lb      $t0, undos($s0)
        addiu   $t0, $t0, -1
        sb      $t0, undos($s0)
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
        text(player)
        xor     $a0, $s0, $s2
        addiu   $a0, $a0, 1
        li      $v0, 1
        syscall
        jr      $ra

# show: prints the grid.
show:   lw      $t0, shows_grid
        beqz    $t0, shown
        li      $t0, 0
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
