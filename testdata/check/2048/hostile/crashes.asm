# Reads at an address where nothing is.
        .data
puzzle_map:
        .word   0 : 16
        .text
main:
input_game_target_score:
clear_map:
generate_a_random_tile:
slide:
check_win:
check_lose:
        lw      $t0, 0($zero)
        jr      $ra
