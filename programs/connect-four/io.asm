# Connect Four, what is printed and what the players enter.
#
# An answer is a line with one digit, and blanks around it if anyone likes. It is read as text:
# service 5 would end the program at the first answer that is not a number.

        .eqv    PRINT_INT       1               # $a0 number
        .eqv    PRINT_STRING    4               # $a0 text
        .eqv    READ_LINE       8               # $a0 buffer, $a1 its size
        .eqv    EXIT            10
        .eqv    LINE_BYTES      32              # more than any acceptable answer needs

        .data
line:   .space  LINE_BYTES
welcome:
        .ascii  "Connect Four\n"
        .ascii  "Drop pieces into the columns 0 to 6.\n"
        .asciiz "Four in line win: across, upright or diagonal.\n"
ask_first:
        .asciiz "Who goes first, 1 or 2? "
bad_first:
        .asciiz "Please answer 1 or 2.\n"
player: .asciiz "Player "
to_move:
        .asciiz " to move.\n"
ask_column:
        .asciiz "Which column, 0 to 6? "
no_column:
        .asciiz "Please answer with a number from 0 to 6.\n"
full_column:
        .asciiz "That column is full.\n"
wins:   .asciiz " wins!\n"
tie:    .asciiz "The board is full: a draw.\n"
ended:  .asciiz "\nThe input ended before the game.\n"

        .text
        .globl  print_welcome_prompt, print_current_player_prompt, print_ending_prompt
        .globl  ask_for_first_player, ask_for_new_piece_column

# print_welcome_prompt: the name of the game and what it is about.
print_welcome_prompt:
        la      $a0, welcome
        li      $v0, PRINT_STRING
        syscall
        jr      $ra

# print_current_player_prompt: says whose turn it is, on a line of its own.
print_current_player_prompt:
        la      $a0, player
        li      $v0, PRINT_STRING
        syscall
        lb      $a0, current_player
        li      $v0, PRINT_INT
        syscall
        la      $a0, to_move
        li      $v0, PRINT_STRING
        syscall
        jr      $ra

# print_ending_prompt: says who has won, or that nobody has.
print_ending_prompt:
        lb      $t0, winner
        beqz    $t0, print_tie
        la      $a0, player
        li      $v0, PRINT_STRING
        syscall
        move    $a0, $t0
        li      $v0, PRINT_INT
        syscall
        la      $a0, wins
        b       print_ending
print_tie:
        la      $a0, tie
print_ending:
        li      $v0, PRINT_STRING
        syscall
        jr      $ra

# ask_for_first_player: asks until the answer is a player. $v0 is the player, 1 or 2.
ask_for_first_player:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
first_again:
        la      $a0, ask_first
        jal     ask_for_digit
        beq     $v0, 1, first_known
        beq     $v0, 2, first_known
        la      $a0, bad_first
        li      $v0, PRINT_STRING
        syscall
        b       first_again
first_known:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ask_for_new_piece_column: asks until the answer is a column that is not full. $v0 is the column.
#   $s0  the answer
ask_for_new_piece_column:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
column_again:
        la      $a0, ask_column
        jal     ask_for_digit
        move    $s0, $v0
        move    $a0, $s0
        jal     free_places
        bgtz    $v0, column_known
        la      $a0, full_column
        beqz    $v0, refuse_column
        la      $a0, no_column                  # less than 0 places: no column at all
refuse_column:
        li      $v0, PRINT_STRING
        syscall
        b       column_again
column_known:
        move    $v0, $s0
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ask_for_digit: prints the question $a0 and reads a line. $v0 is the digit on it, -1 if there is
# anything else. Ends the program if there is no line any more.
ask_for_digit:
        li      $v0, PRINT_STRING
        syscall
        la      $a0, line
        li      $a1, LINE_BYTES
        li      $v0, READ_LINE
        syscall
        move    $t0, $a0                        # the next character
        lb      $t1, 0($t0)
        beqz    $t1, input_ended                # an empty line would hold its newline
before_digit:
        lb      $t1, 0($t0)
        addiu   $t0, $t0, 1
        beq     $t1, ' ', before_digit
        li      $v0, -1
        blt     $t1, '0', digit_known
        bgt     $t1, '9', digit_known
        addiu   $t2, $t1, -48                   # the value of the digit
after_digit:
        lb      $t1, 0($t0)
        addiu   $t0, $t0, 1
        beq     $t1, ' ', after_digit
        bne     $t1, '\n', digit_known          # something else, or a line that was too long
        move    $v0, $t2
digit_known:
        jr      $ra
input_ended:
        la      $a0, ended
        li      $v0, PRINT_STRING
        syscall
        li      $v0, EXIT
        syscall
