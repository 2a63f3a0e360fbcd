# Never does anything but go round.
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
        b       main
