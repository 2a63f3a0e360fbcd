# Sudoku 4x4 by backtracking: numbers 1 to 4, boxes of 2 x 2.
#
# How to run:  jetan run programs/sudoku/4x4.asm < grid.txt
# Input:       4 lines of 4 digits, 0 for an empty cell; service 5 reads each as one integer.
# Output:      a newline, then 4 rows of digits, each with a newline; or `none` and a newline.
#
# Operands are written without commas, as the course does: MARS takes a comma for a blank.
#
# Registers that keep their meaning in the whole program:
#   row $s0, col $s1, num $s2   the cell and the number in question     $s7  the size
# Memory: the grid starts at 0x10010000, one word a cell, 32 bytes a row, so that cell (row, col)
# is at 0x10010000 + 32 row + 4 col. A row uses the first half of its 32 bytes.

        .eqv    SIZE            4
        .eqv    BOX             2               # side of a box
        .eqv    ROW_BYTES       32
        .eqv    NEXT_BOX_ROW    24              # ROW_BYTES less the bytes of BOX cells

        .data
grid:   .space  128                             # 4 rows of ROW_BYTES

        .include "parts/backtracking.asm"       # main, solve, num_unassigned, is_safe
        .include "parts/read-integers.asm"      # read_grid
        .include "parts/print.asm"              # print_grid, print_none
