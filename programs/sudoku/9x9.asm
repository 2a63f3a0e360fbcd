# Sudoku 9x9 by backtracking: numbers 1 to 9, boxes of 3 x 3.
#
# How to run:  jetan run programs/sudoku/9x9.asm < grid.txt
# Input:       9 lines of 9 digits, 0 for an empty cell; service 5 reads each as one integer.
# Output:      a newline, then 9 rows of digits, each with a newline; or `none` and a newline.
#
# Operands are written without commas, as the course does: MARS takes a comma for a blank.
#
# Registers that keep their meaning in the whole program:
#   row $s0, col $s1, num $s2   the cell and the number in question     $s7  the size
# Memory: the grid starts at 0x10010000, one word a cell, 36 bytes a row, so that cell (row, col)
# is at 0x10010000 + 36 row + 4 col.

        .eqv    SIZE            9
        .eqv    BOX             3               # side of a box
        .eqv    ROW_BYTES       36
        .eqv    NEXT_BOX_ROW    24              # ROW_BYTES less the bytes of BOX cells

        .data
grid:   .space  324                             # 9 rows of ROW_BYTES

        .include "parts/backtracking.asm"       # main, solve, num_unassigned, is_safe
        .include "parts/read-integers.asm"      # read_grid
        .include "parts/print.asm"              # print_grid, print_none
