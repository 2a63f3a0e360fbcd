# Looks for keys and does nothing with them.
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
        lw      $t0, 0xffff0000
        beqz    $t0, main
        lw      $t0, 0xffff0004
        b       main
