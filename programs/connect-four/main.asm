# Connect Four: two players drop pieces into a board of 7 columns and 6 rows; four in line win.
#
# How to run:  jetan run programs/connect-four/
#              (in MARS: Settings > Assemble all files in directory, then assemble this file;
#              Tools > Bitmap Display with the settings in display.asm)
# Input:       who goes first, 1 or 2; then a column, 0 to 6, for each move; one answer on a line.
#              Any other answer is asked again.
# Output:      the prompts on the console, the board on the bitmap display.
#
# The program is in four files, assembled together:
#   main.asm     this one: the order of play
#   io.asm       what is printed and what the players enter
#   display.asm  what the bitmap display shows
#   state.asm    the state of the game and the rules
#
# Convention in all four: arguments are in $a0 and up, the result is in $v0. $s registers and $sp
# are as before after every procedure, $t and $a registers are not. Arithmetic is unsigned (addu,
# addiu, subu), so that nothing traps; comparisons are signed.
#
# main must be the first procedure of the first file: MARS starts at the first instruction.

        .text
        .globl  main

# main: the game.
#   $s0  the column of the move being made
main:   jal     initialize
        jal     print_welcome_prompt
        jal     ask_for_first_player
        sb      $v0, current_player
turn:   lb      $t0, end_game
        bnez    $t0, over
        jal     print_current_player_prompt
        jal     ask_for_new_piece_column
        move    $s0, $v0
        move    $a0, $s0
        lb      $a1, current_player
        jal     place_piece_into_column
        lw      $t0, piece_count
        addiu   $t0, $t0, 1
        sw      $t0, piece_count
        move    $a0, $s0
        lb      $a1, current_player
        jal     update_display_add_new_piece
        move    $a0, $s0
        jal     update_game_state
        jal     change_to_next_player_turn      # harmless at the end: the winner is known by now
        b       turn
over:   jal     print_ending_prompt
        li      $v0, 10                         # exit
        syscall
