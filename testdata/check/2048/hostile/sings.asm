# Plays sounds without end.
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
        li      $a0, 1
        li      $a1, 0
        li      $v0, 202
again:  syscall
        b       again
