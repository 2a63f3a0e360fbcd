# Four in a Row with data of its own: every column is a stack of words, a piece is the number of its
# player, and marks exist only when the grid is drawn, between bars and with blank free slots.
# Columns are read as lines of text, the answer about taking back as a character.

        .data
stacks: .word   0 : 42                          # 7 columns of 6, the lowest first
filled: .word   0 : 7                           # pieces in the columns
left:   .word   3, 3                            # trials of both players
backs:  .word   3, 3                            # moves they can take back
marks:  .byte   ' ', 'O', 'X'
steps:  .word   1, 0, 0, 1, 1, 1, 1, -1         # right and up
buffer: .space  16
hello:  .asciiz "4 IN A ROW\nO or X for player 1? (1 = O, 2 = X)"
again:  .asciiz "I need 1 or 2!\n"
whose:  .asciiz "\n[player "
where:  .asciiz "] your column >"
bad:    .asciiz "\nNot possible; one trial less.\n"
back:   .asciiz "] type y to undo, anything else to go on >"
won:    .asciiz "] You are the winner!\n"
lost:   .asciiz "] Too many mistakes, you lose!\n"
draw:   .asciiz "\nNobody wins.\n"
rim:    .asciiz "+-+-+-+-+-+-+-+\n"

        .text
main:   la      $a0, hello
        jal     say
        jal     line
        beq     $v0, '1', begin
        beq     $v0, '2', swap
        la      $a0, again
        jal     say
        b       main
swap:   li      $t0, 'X'
        sb      $t0, marks+1
        li      $t0, 'O'
        sb      $t0, marks+2
begin:  li      $s7, 1                          # the player
        li      $s6, 0                          # pieces on the board
ask:    la      $a0, whose
        jal     say
        move    $a0, $s7
        li      $v0, 1
        syscall
        la      $a0, where
        jal     say
        jal     line
        addiu   $s5, $v0, -49                   # the column, from 0
        sltiu   $t0, $s5, 7
        beqz    $t0, wrong
        sll     $t0, $s5, 2
        lw      $t1, filled($t0)
        beq     $t1, 6, wrong
        jal     slot
        sw      $s7, 0($v0)
        sll     $t0, $s5, 2
        lw      $t1, filled($t0)
        addiu   $t1, $t1, 1
        sw      $t1, filled($t0)
        addiu   $s6, $s6, 1
        jal     show
        jal     any_line
        bnez    $v0, winner
        beq     $s6, 42, nobody
        sll     $t0, $s7, 2
        lw      $t1, backs-4($t0)
        beqz    $t1, other
        la      $a0, whose
        jal     say
        move    $a0, $s7
        li      $v0, 1
        syscall
        la      $a0, back
        jal     say
        li      $v0, 12
        syscall
        ori     $v0, $v0, 32                    # a small letter
        bne     $v0, 'y', other
        sll     $t0, $s7, 2
        lw      $t1, backs-4($t0)
        addiu   $t1, $t1, -1
        sw      $t1, backs-4($t0)
        sll     $t0, $s5, 2
        lw      $t1, filled($t0)
        addiu   $t1, $t1, -1
        sw      $t1, filled($t0)
        addiu   $s6, $s6, -1
        jal     slot
        sw      $zero, 0($v0)
        jal     show
        b       ask
other:  li      $t0, 3
        subu    $s7, $t0, $s7
        b       ask
wrong:  sll     $t0, $s7, 2
        lw      $t1, left-4($t0)
        beqz    $t1, loser
        addiu   $t1, $t1, -1
        sw      $t1, left-4($t0)
        la      $a0, bad
        jal     say
        b       ask
winner: la      $s0, won
        b       last
loser:  la      $s0, lost
last:   la      $a0, whose
        jal     say
        move    $a0, $s7
        li      $v0, 1
        syscall
        move    $a0, $s0
        b       bye
nobody: la      $a0, draw
bye:    jal     say
        li      $v0, 10
        syscall

# say: prints the text $a0.
say:    li      $v0, 4
        syscall
        jr      $ra

# line: $v0 = the first character of a line.
line:   la      $a0, buffer
        li      $a1, 16
        li      $v0, 8
        syscall
        lbu     $v0, buffer
        jr      $ra

# slot: $v0 = the address of the first free slot of column $s5.
slot:   sll     $t0, $s5, 2
        lw      $t0, filled($t0)
        mul     $t1, $s5, 6
        addu    $t0, $t0, $t1
        sll     $t0, $t0, 2
        la      $v0, stacks
        addu    $v0, $v0, $t0
        jr      $ra

# show: draws the grid.
show:   li      $t0, 5                          # row
        la      $a0, rim
        li      $v0, 4
        syscall
show_row:
        li      $t1, 0                          # column
show_slot:
        li      $a0, '|'
        li      $v0, 11
        syscall
        mul     $t2, $t1, 6
        addu    $t2, $t2, $t0
        sll     $t2, $t2, 2
        lw      $t2, stacks($t2)
        lbu     $a0, marks($t2)
        syscall
        addiu   $t1, $t1, 1
        bne     $t1, 7, show_slot
        li      $a0, '|'
        syscall
        li      $a0, '\n'
        syscall
        la      $a0, rim
        li      $v0, 4
        syscall
        addiu   $t0, $t0, -1
        bgez    $t0, show_row
        jr      $ra

# any_line: $v0 = 1 if player $s7 has four in a row anywhere.
any_line:
        li      $t0, 0                          # step
any_step:
        li      $t1, 0                          # column
any_column:
        li      $t2, 0                          # row
any_row:
        move    $t3, $t1
        move    $t4, $t2
        li      $t5, 0                          # pieces so far
any_piece:
        sltiu   $t6, $t3, 7
        beqz    $t6, any_next
        sltiu   $t6, $t4, 6
        beqz    $t6, any_next
        mul     $t6, $t3, 6
        addu    $t6, $t6, $t4
        sll     $t6, $t6, 2
        lw      $t6, stacks($t6)
        bne     $t6, $s7, any_next
        addiu   $t5, $t5, 1
        beq     $t5, 4, any_found
        lw      $t7, steps($t0)
        addu    $t3, $t3, $t7
        lw      $t7, steps+4($t0)
        addu    $t4, $t4, $t7
        b       any_piece
any_next:
        addiu   $t2, $t2, 1
        bne     $t2, 6, any_row
        addiu   $t1, $t1, 1
        bne     $t1, 7, any_column
        addiu   $t0, $t0, 8
        bne     $t0, 32, any_step
        li      $v0, 0
        jr      $ra
any_found:
        li      $v0, 1
        jr      $ra
