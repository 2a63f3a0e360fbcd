# 2048: slide the tiles of a 4 x 4 map together until one of them reaches the target.
#
# jetan: pack comp2611-2048
#
# How to run:  jetan run programs/2048/main.asm
#              (in the modified MARS of the course: Tools > Keyboard and Display MMIO Simulator)
# Input:       the target, a number from 64 to 2048, on the console; then the keys w s a d
#              (up, down, left, right) at the keyboard device. Other keys do nothing.
# Output:      the game screen of the course's services 200 to 207.
#
# The program is in two parts:
#   game.asm   what the course hands out: data, game loop, input, output
#   tasks.asm  the five tasks of the student: clear_map, generate_a_random_tile, slide, check_win,
#              check_lose
# skeleton.asm is the hand-out: the same game.asm with the five tasks left open.
#
# game.asm has to come first: a program starts at its first instruction.

        .include "game.asm"
        .include "tasks.asm"
