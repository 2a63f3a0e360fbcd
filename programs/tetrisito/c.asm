# Tetrisito, implementation C: can some or all pieces, dropped in any order, turn start into goal?
#
# How to run:  jetan run programs/tetrisito/c.asm < case.in
# Input:       6 rows of the start grid, 6 rows of the goal grid, the number of pieces (at most 6),
#              4 rows for each; `.` empty, `#` filled. Lines end in LF or CR LF, the last one in
#              nothing if it likes.
# Output:      YES or NO, without a newline.
#
# Registers and memory layout: parts/main.asm. The search itself: parts/backtrack.asm.

        .eqv    OTHERWISE       next_piece      # any piece may be left out

        .include "parts/main.asm"               # main
        .include "parts/input.asm"              # init_arr, get_input, get_pieces, ...
        .include "parts/grid.asm"               # drop_piece_in_grid, deepcopy, ...
        .include "parts/backtrack.asm"          # backtrack

# hopeless: $v0 = 1 if a frozen cell of the grid at $a0 is not in the goal: it stays for ever.
hopeless:
        move    $a1, $s1
        j       not_fit                         # it returns to our caller

# settle: a piece has frozen in the grid at $a0. Nothing more happens.
settle: jr      $ra

# choose: marks piece $a1 in the array at $a0.
choose: addu    $t0, $a0, $a1
        li      $t1, 1
        sb      $t1, 0($t0)
        jr      $ra
