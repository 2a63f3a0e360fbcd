# Four in a Row for two players, text only. Chance decides who starts.
#
# How to run:  jetan run programs/four-in-a-row/random-start.asm
# Input:       single keys (service 12): 1 or 2 for the token, 1 to 7 for a column, y to take a move
#              back. On a pipe one key per line, as MARS wants it.
# Output:      the rules, prompts, the grid after every move, and how the game ended.
#
# The game itself, its registers and memory: parts/game.asm. In main.asm player 1 starts.

        .include "parts/game.asm"               # main, player_go, player_undo, ...

# choose_starter: $v0 = who moves first: 0 for player 1, 1 for player 2.
choose_starter:
        li      $a0, 0                          # generator 0
        li      $a1, 2
        li      $v0, 42                         # random integer below $a1
        syscall
        move    $v0, $a0
        jr      $ra
