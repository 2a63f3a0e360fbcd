# The later edition of the assignment, without a word that gives it away: names, tokens at random,
# the first piece in the middle, one pause for the rival, one piece taken off. Rows of later.toml
# change the switches.
#
# The grid is 42 bytes, the top row first: a dot, or the token of a player.

        .data
asks_names:     .word   1               # 1: two names are asked for
asks_action:    .word   0               # 1: a menu before every move but the first
                                        # 2: a menu before every move
reads_keys:     .word   0               # 1: columns are read as keys
first_column:   .word   1
counted:        .word   1               # 1: a first piece elsewhere is a violation
says_counts:    .word   1               # 1: what is left is said before every question
repeats:        .word   0               # 1: the number that was refused is said
shows_grid:     .word   1
asks_undo:      .word   1               # 1: after a move, whether it is taken back

matrix_cells:   .byte   '.' : 42
tokens:         .byte   'X', 'O'
undos:          .byte   3, 3
chances:        .byte   3, 3
pauses:         .byte   1, 1
takes:          .byte   1, 1
names:          .space  40
name_prompt:    .asciiz "Name: "
action_prompt:  .asciiz "1 move, 2 pause the rival, 3 take one off: "
column_prompt:  .asciiz ", column: "
undo_prompt:    .asciiz "Undo (y/n)? "
off_prompt:     .asciiz "Cell: "
counts:         .asciiz "Left (chances, undos): "
refused:        .asciiz "Not there: "
plain:          .asciiz "Not there!"
wins:           .asciiz " wins\n"
loses:          .asciiz " loses\n"
tie:            .asciiz "Nobody wins\n"
newline:        .asciiz "\n"

        .macro  text(%label)
        la      $a0, %label
        li      $v0, 4
        syscall
        .end_macro

        .macro  read(%service)
        li      $v0, %service
        syscall
        .end_macro

        .text
        .globl  main
# $s0  whose turn it is, 0 or 1        $s1  moves made
# $s2  1 if the rival pauses           $s3  the cell of the last move
main:   lw      $t0, asks_names
        beqz    $t0, draw_tokens
        text(name_prompt)
        la      $a0, names
        li      $a1, 20
        read(8)
        text(name_prompt)
        la      $a0, names+20
        li      $a1, 20
        read(8)
draw_tokens:
        li      $a1, 2
        read(42)
        beqz    $a0, begin
        li      $t0, 'O'
        sb      $t0, tokens
        li      $t0, 'X'
        sb      $t0, tokens+1
begin:  jal     show

turn:   lw      $t0, says_counts
        beqz    $t0, action
        text(counts)
        lb      $a0, chances($s0)
        read(1)
        li      $a0, ' '
        read(11)
        lb      $a0, undos($s0)
        read(1)
        text(newline)
action: lw      $t0, asks_action
        beqz    $t0, column
        bne     $t0, 1, choose
        beqz    $s1, column
choose: text(action_prompt)
        read(5)
        beq     $v0, 2, pause
        beq     $v0, 3, take
        bne     $v0, 1, violation
column: mul     $a0, $s0, 20
        la      $a0, names($a0)
        read(4)
        lb      $a0, tokens($s0)
        read(11)
        text(column_prompt)
        lw      $t0, reads_keys
        bnez    $t0, key
        read(5)
        b       place
key:    read(12)
        addiu   $v0, $v0, -48
place:  move    $s4, $v0
        lw      $t0, first_column
        subu    $t0, $v0, $t0
        bltz    $t0, violation
        bgt     $t0, 6, violation
        bnez    $s1, anywhere
        beq     $t0, 3, anywhere
        lw      $t0, counted
        bnez    $t0, violation
        jal     refuse
        b       turn
anywhere:
        addiu   $s3, $t0, 35
climb:  lb      $t1, matrix_cells($s3)
        beq     $t1, '.', free
        addiu   $s3, $s3, -7
        bgez    $s3, climb
violation:
        jal     refuse
        lb      $t0, chances($s0)
        addiu   $t0, $t0, -1
        sb      $t0, chances($s0)
        bgez    $t0, turn
        lb      $a0, tokens($s0)
        read(11)
        text(loses)
        b       exit
free:   lb      $t0, tokens($s0)
        sb      $t0, matrix_cells($s3)
        addiu   $s1, $s1, 1
        jal     show
        jal     is_won
        bnez    $v0, won
        beq     $s1, 42, tied
        lw      $t0, asks_undo
        beqz    $t0, next
        blt     $s1, 3, next
        lb      $t0, undos($s0)
        beqz    $t0, next
        text(undo_prompt)
        read(12)
        bne     $v0, 'y', next
        lb      $t0, undos($s0)
        addiu   $t0, $t0, -1
        sb      $t0, undos($s0)
        li      $t0, '.'
        sb      $t0, matrix_cells($s3)
        addiu   $s1, $s1, -1
        jal     show
        b       turn
next:   bnez    $s2, paused
        xori    $s0, $s0, 1
        b       turn
paused: li      $s2, 0
        b       turn
pause:  lb      $t0, pauses($s0)
        beqz    $t0, violation
        sb      $zero, pauses($s0)
        li      $s2, 1
        b       turn
take:   lb      $t0, takes($s0)
        beqz    $t0, violation
        sb      $zero, takes($s0)
        text(off_prompt)
        read(5)
        bltz    $v0, violation
        bgt     $v0, 41, violation
fall:   addiu   $t0, $v0, -7                    # the pieces above fall
        bltz    $t0, top
        lb      $t1, matrix_cells($t0)
        sb      $t1, matrix_cells($v0)
        move    $v0, $t0
        b       fall
top:    li      $t1, '.'
        sb      $t1, matrix_cells($v0)
        jal     show
        b       turn
won:    lb      $a0, tokens($s0)
        read(11)
        text(wins)
        b       exit
tied:   text(tie)
exit:   read(10)

refuse: lw      $t0, repeats
        beqz    $t0, refuse_plain
        text(refused)
        move    $a0, $s4
        read(1)
        text(newline)
        jr      $ra
refuse_plain:
        text(plain)
        text(newline)
        jr      $ra

show:   lw      $t0, shows_grid
        beqz    $t0, shown
        li      $t0, 0
show_cell:
        lb      $a0, matrix_cells($t0)
        read(11)
        li      $a0, ' '
        read(11)
        addiu   $t0, $t0, 1
        rem     $t1, $t0, 7
        bnez    $t1, show_cell
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
