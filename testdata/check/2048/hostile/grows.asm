# Takes memory without end.
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
        li      $a0, 4096
        li      $v0, 9
        syscall
        sw      $v0, 0($v0)
        b       main
