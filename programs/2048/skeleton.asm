# 2048, the hand-out: slide the tiles of a 4 x 4 map together until one of them reaches the target.
#
# jetan: pack comp2611-2048
#
# How to run:  jetan run programs/2048/skeleton.asm
#
# game.asm, which has to lie beside this file, holds the data, the game loop, input and output.
# Below are five procedures for you to write. As they stand they only return, so that the program
# assembles and runs: the map stays empty and no key does anything.
#
# Rules that all five keep:
#   - $s registers and $sp are the same after the procedure as before; save those you use.
#     $t, $a and $v registers are free.
#   - A procedure that calls another one saves $ra.
#   - The data is that of game.asm: puzzle_map has 16 words, row by row, 0 where there is no tile.
#     arr4 and zero_indices are yours to work with, the rest belongs to the game loop.
#   - A name in capitals, as MAP_BYTES, is one of the .eqv lines of game.asm.
#   - A label is defined once in the whole program: do not take one that game.asm has.

        .include "game.asm"

        .text

# Task 1: clear_map makes every cell of puzzle_map empty.
#   takes  nothing
#   gives  nothing; the 16 words of puzzle_map are 0
clear_map:
        jr      $ra

# Task 2: generate_a_random_tile puts a 2 or a 4, each as likely, into an empty cell of puzzle_map,
# each as likely. A full map stays as it is.
#   takes  nothing
#   gives  nothing; one word of puzzle_map that was 0 is 2 or 4
# Draw two random numbers of generator 0 by service 42, in this order, so that a game with a given
# seed can be repeated (none if the map is full):
#   1. below the number of empty cells: which of them, counted row by row from the first
#   2. below 2: the tile, 0 for a 2 and 1 for a 4
# zero_indices has room for a list of the empty cells.
generate_a_random_tile:
        jr      $ra

# Task 3: slide moves the tiles of one row or column towards $a3. Equal tiles that meet become one
# of twice the number, those next to $a3 first; a tile made by this slide does not merge again.
#   takes  $a0 to $a3: the addresses of the four cells
#   gives  nothing; the four cells have changed
# Examples, from $a0 to $a3:
#   2 0 4 0  becomes  0 0 2 4             0 2 2 2  becomes  0 0 2 4
#   0 2 2 4  becomes  0 0 4 4             2 2 2 2  becomes  0 0 4 4
# arr4 has room for the four tiles while you work.
slide:  jr      $ra

# Task 4: check_win tells whether the game is won.
#   takes  nothing
#   gives  $v0: 1 if a tile of puzzle_map is at least target, else 0
check_win:
        li      $v0, 0
        jr      $ra

# Task 5: check_lose tells whether the game is lost.
#   takes  nothing
#   gives  $v0: 1 if puzzle_map has no empty cell and no two equal tiles side by side or one above
#          the other, else 0
check_lose:
        li      $v0, 0
        jr      $ra
