# 2048, the given part: data, game loop, input and output. It is included by main.asm, which adds
# tasks.asm, and by skeleton.asm, whose five tasks are to be written.
#
# The map is 16 words, row by row: the cell of row r and column c is at puzzle_map + 16r + 4c.
# A word is the number on the tile, 0 where there is none.
#
# No register keeps a meaning between procedures: all that lasts is in memory. Arguments are in
# $a0 to $a3, the result is in $v0. $s registers and $sp are as before after every procedure, $t
# registers are not.

# Services: those up to 42 are in every MARS, the others in the modified MARS of the course.
        .eqv    SYS_PRINT       4               # $a0 text
        .eqv    SYS_READ_LINE   8               # $a0 buffer, $a1 its size
        .eqv    SYS_EXIT        10
        .eqv    SYS_SLEEP       32              # $a0 milliseconds
        .eqv    SYS_RANDOM      42              # $a0 generator, $a1 bound; $a0 is the number
        .eqv    SYS_SCREEN      200
        .eqv    SYS_BOARD       201             # $a0 address of 16 words; refreshes the screen
        .eqv    SYS_SOUND       202             # $a0 sound, $a1 how
        .eqv    SYS_SCORE       203             # $a0 score
        .eqv    SYS_TARGET      204             # $a0 target
        .eqv    SYS_TEXT        207             # $a0 id, $a1 x, $a2 y, $a3 text

        .eqv    SOUND_MUSIC     0               # sounds
        .eqv    SOUND_GAINED    1
        .eqv    SOUND_LOST      3
        .eqv    SOUND_WON       4
        .eqv    PLAY_ONCE       0               # how they are played
        .eqv    PLAY_LOOP       1
        .eqv    PLAY_STOP       2
        .eqv    TEXT_WON        -2              # ids of texts
        .eqv    TEXT_LOST       -1
        .eqv    TEXT_X          180             # where they stand on the 560 x 560 screen
        .eqv    TEXT_Y          280

        .eqv    RECEIVER        0xffff0000      # ready bit here, the key four bytes on
        .eqv    POLL_MS         10              # rest between two looks at the ready bit

        .eqv    MAP_BYTES       64              # 16 words
        .eqv    TARGET_MIN      64
        .eqv    TARGET_MAX      2048
        .eqv    LINE_BYTES      16              # more than any acceptable answer needs

        .data
puzzle_map:                                     # the map of the game
        .word   0 : 16
puzzle_map_prev:                                # the map before the last slide
        .word   0 : 16
puzzle_map_temp:                                # the map while it slides
        .word   0 : 16
arr4:   .word   0 : 4                           # one row or column at work in slide
zero_indices:                                   # the empty cells, 0 to 15, in ascending order
        .word   0 : 16
target: .word   0                               # a tile of at least this wins
score:  .word   0                               # the largest tile

# How a key slides: the key, where the first line starts in the map, the way from cell to cell
# within a line (towards the side the tiles move to) and the way from line to line, in bytes.
slides: .word   'w', 48, -16, 4                 # up: columns, from the bottom
        .word   's', 0, 16, 4                   # down: columns, from the top
        .word   'a', 12, -4, 16                 # left: rows, from the right
        .word   'd', 0, 4, 16                   # right: rows, from the left
slides_end:

line:   .space  LINE_BYTES
ask_target:
        .asciiz "Target, from 64 to 2048: "
bad_target:
        .asciiz "Please enter a number from 64 to 2048.\n"
no_target:
        .asciiz "\nThe input ended before there was a target.\n"
win_text:
        .asciiz "You have won!"
lose_text:
        .asciiz "You have lost!"

        .text
        .globl  main

# main: the game. The numbers are the steps of the game loop.
main:   jal     input_game_target_score
        li      $v0, SYS_SCREEN
        syscall
        lw      $a0, target
        li      $v0, SYS_TARGET
        syscall
        li      $a0, SOUND_MUSIC
        li      $a1, PLAY_LOOP
        li      $v0, SYS_SOUND
        syscall
        jal     generate_a_new_game_map_randomly
        jal     update_game_score
        jal     refresh_screen
game_loop:
        jal     get_keyboard_input              # (1)
        move    $a0, $v0
        jal     process_slide_operation         # (2)
        beqz    $v0, game_loop                  # not one of the four keys
        jal     update_game_score               # (3)
        jal     check_win
        bnez    $v0, actions_for_win            # ends the program
        jal     check_map_changed
        beqz    $v0, game_loop                  # nothing moved: no new tile
        jal     refresh_screen
        jal     generate_a_random_tile          # (4)
        jal     check_lose                      # (5)
        bnez    $v0, actions_for_lose           # ends the program
        jal     refresh_screen                  # (6)
        b       game_loop                       # (7)

# input_game_target_score: asks on the console until the answer is a number from TARGET_MIN to
# TARGET_MAX, alone on its line but for blanks, and stores it in target. The line is read as text
# because a program cannot go on after service 5 met something that is not a number. Ends the program
# at the end of the input.
input_game_target_score:
        la      $a0, ask_target
        li      $v0, SYS_PRINT
        syscall
        la      $a0, line
        li      $a1, LINE_BYTES
        li      $v0, SYS_READ_LINE
        syscall
        move    $t0, $a0                        # the next character
        lb      $t1, 0($t0)
        beqz    $t1, input_ended                # an empty line would hold its newline
        li      $t2, 0                          # the number so far
skip_blanks:
        lb      $t1, 0($t0)
        addiu   $t0, $t0, 1
        beq     $t1, ' ', skip_blanks
digits: blt     $t1, '0', after_digits
        bgt     $t1, '9', after_digits
        mul     $t2, $t2, 10
        addiu   $t1, $t1, -48                   # the value of the digit
        addu    $t2, $t2, $t1
        bgt     $t2, TARGET_MAX, refuse_target  # before more digits can overflow the word
        lb      $t1, 0($t0)
        addiu   $t0, $t0, 1
        b       digits
after_digits:
        beq     $t1, '\n', end_of_line
        bne     $t1, ' ', refuse_target         # also the 0 of a line that was too long
        lb      $t1, 0($t0)
        addiu   $t0, $t0, 1
        b       after_digits
end_of_line:
        blt     $t2, TARGET_MIN, refuse_target  # also if there was no digit at all
        sw      $t2, target
        jr      $ra
refuse_target:
        la      $a0, bad_target
        li      $v0, SYS_PRINT
        syscall
        b       input_game_target_score
input_ended:
        la      $a0, no_target
        li      $v0, SYS_PRINT
        syscall
        li      $v0, SYS_EXIT
        syscall

# generate_a_new_game_map_randomly: makes an empty map with two tiles. The random numbers are those
# of generate_a_random_tile, twice: cell, value, cell, value.
generate_a_new_game_map_randomly:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        jal     clear_map
        jal     generate_a_random_tile
        jal     generate_a_random_tile
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# get_keyboard_input: waits for a key. $v0 is its character.
get_keyboard_input:
        li      $t0, RECEIVER
        lw      $t1, 0($t0)
        andi    $t1, $t1, 1
        bnez    $t1, key_ready
        li      $a0, POLL_MS
        li      $v0, SYS_SLEEP
        syscall
        b       get_keyboard_input
key_ready:
        lw      $v0, 4($t0)                     # reading the key clears the ready bit
        jr      $ra

# process_slide_operation: slides the map as the key in $a0 says; puzzle_map_prev is then the map
# before. $v0 is 1, or 0 if the key is none of w s a d (nothing is changed then).
#   $s0  first cell of the line, the one farthest from the side the tiles move to
#   $s1  way from cell to cell             $s2  way from line to line
#   $s3  lines left
process_slide_operation:
        addiu   $sp, $sp, -20
        sw      $ra, 16($sp)
        sw      $s3, 12($sp)
        sw      $s2, 8($sp)
        sw      $s1, 4($sp)
        sw      $s0, 0($sp)
        la      $t0, slides
        la      $t1, slides_end
find_key:
        lw      $t2, 0($t0)
        beq     $t2, $a0, found_key
        addiu   $t0, $t0, 16
        bne     $t0, $t1, find_key
        li      $v0, 0
        b       slide_done
found_key:
        la      $s0, puzzle_map_temp
        lw      $t2, 4($t0)
        addu    $s0, $s0, $t2
        lw      $s1, 8($t0)
        lw      $s2, 12($t0)
        li      $s3, 4
        la      $a0, puzzle_map
        la      $a1, puzzle_map_prev
        jal     copy_map
        la      $a0, puzzle_map
        la      $a1, puzzle_map_temp
        jal     copy_map
slide_line:
        move    $a0, $s0
        addu    $a1, $a0, $s1
        addu    $a2, $a1, $s1
        addu    $a3, $a2, $s1
        jal     slide
        addu    $s0, $s0, $s2
        addiu   $s3, $s3, -1
        bnez    $s3, slide_line
        la      $a0, puzzle_map_temp            # the slide is complete: it becomes the map
        la      $a1, puzzle_map
        jal     copy_map
        li      $v0, 1
slide_done:
        lw      $s0, 0($sp)
        lw      $s1, 4($sp)
        lw      $s2, 8($sp)
        lw      $s3, 12($sp)
        lw      $ra, 16($sp)
        addiu   $sp, $sp, 20
        jr      $ra

# copy_map: copies the map at $a0 to the map at $a1.
copy_map:
        addiu   $t0, $a0, MAP_BYTES             # behind the last cell
copy_cell:
        lw      $t1, 0($a0)
        sw      $t1, 0($a1)
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, 4
        bne     $a0, $t0, copy_cell
        jr      $ra

# update_game_score: makes the largest tile the score and shows it. A score that has grown is heard,
# but not at the start of the game, when it was 0.
update_game_score:
        la      $t0, puzzle_map
        addiu   $t1, $t0, MAP_BYTES
        li      $t2, 0                          # the largest tile so far
largest:
        lw      $t3, 0($t0)
        ble     $t3, $t2, not_larger
        move    $t2, $t3
not_larger:
        addiu   $t0, $t0, 4
        bne     $t0, $t1, largest
        lw      $t3, score                      # the score before
        sw      $t2, score
        move    $a0, $t2
        li      $v0, SYS_SCORE
        syscall
        beqz    $t3, score_updated
        ble     $t2, $t3, score_updated
        li      $a0, SOUND_GAINED
        li      $a1, PLAY_ONCE
        li      $v0, SYS_SOUND
        syscall
score_updated:
        jr      $ra

# check_map_changed: $v0 is 1 if the last slide changed the map, else 0.
check_map_changed:
        la      $t0, puzzle_map
        la      $t1, puzzle_map_prev
        addiu   $t2, $t0, MAP_BYTES
        li      $v0, 1
compare_cell:
        lw      $t3, 0($t0)
        lw      $t4, 0($t1)
        bne     $t3, $t4, compared
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 4
        bne     $t0, $t2, compare_cell
        li      $v0, 0
compared:
        jr      $ra

# refresh_screen: shows the map as it is now.
refresh_screen:
        la      $a0, puzzle_map
        li      $v0, SYS_BOARD
        syscall
        jr      $ra

# actions_for_win: tells that the game is won and ends the program.
actions_for_win:
        li      $a0, TEXT_WON
        la      $a3, win_text
        li      $s0, SOUND_WON
        b       end_game

# actions_for_lose: tells that the game is lost and ends the program.
actions_for_lose:
        li      $a0, TEXT_LOST
        la      $a3, lose_text
        li      $s0, SOUND_LOST

# end_game: shows the text $a3 with the id $a0 over the last map, plays the sound $s0 instead of the
# music and ends the program. Nobody comes after it who would miss $s0.
end_game:
        li      $a1, TEXT_X
        li      $a2, TEXT_Y
        li      $v0, SYS_TEXT
        syscall
        jal     refresh_screen
        li      $a0, SOUND_MUSIC
        li      $a1, PLAY_STOP
        li      $v0, SYS_SOUND
        syscall
        move    $a0, $s0
        li      $a1, PLAY_ONCE
        li      $v0, SYS_SOUND
        syscall
        li      $v0, SYS_EXIT
        syscall
