# Tetrisito, implementation B: can pieces, dropped in the order given, turn start into goal?
# They fall from the first one on and none is skipped; those after the goal is reached are left.
#
# How to run:  jetan run programs/tetrisito/b.asm < case.in
# Input:       6 rows of the start grid, 6 rows of the goal grid, the number of pieces (at most 6),
#              4 rows for each; `.` empty, `#` filled. Lines end in LF or CR LF, the last one in
#              nothing if it likes.
# Output:      YES or NO, without a newline.
#
# Registers and memory layout: parts/main.asm. The search itself: parts/backtrack.asm.

        .eqv    OTHERWISE       dead_end        # no piece is skipped

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

# choose: marks piece $a1 in the array at $a0, and all before it: their turn is over.
choose: addu    $t0, $a0, $a1
        li      $t1, 1
choose_one:
        sb      $t1, 0($t0)
        addiu   $t0, $t0, -1
        bgeu    $t0, $a0, choose_one
        jr      $ra
