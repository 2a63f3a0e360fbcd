# Four in a Row for two players, text only. Player 1 starts.
#
# How to run:  jetan run programs/four-in-a-row/main.asm
# Input:       single keys (service 12): 1 or 2 for the token, 1 to 7 for a column, y to take a move
#              back. On a pipe one key per line, as MARS wants it.
# Output:      the rules, prompts, the grid after every move, and how the game ended.
#
# The game itself, its registers and memory: parts/game.asm. random-start.asm is the same game with
# the starter drawn at random.

        .include "parts/game.asm"               # main, player_go, player_undo, ...

# choose_starter: $v0 = who moves first: 0 for player 1, 1 for player 2.
choose_starter:
        li      $v0, 0
        jr      $ra
