# Sudoku 9x9 by backtracking, reading every row as a string.
#
# How to run:  jetan run programs/sudoku/9x9-strings.asm < grid.txt
# Input:       9 lines of 9 digits, 0 for an empty cell, read by service 8. Lines may end in LF or
#              CR LF, the last one in nothing; what follows the ninth digit of a line is ignored.
# Output:      a newline, then 9 rows of digits, each with a newline; or `none` and a newline.
#              A line without nine digits, or a missing one, ends the program with a message and
#              exit code 1.
#
# Registers and memory are those of 9x9.asm, and so is everything but read_grid.
# Operands are written without commas, as the course does: MARS takes a comma for a blank.

        .eqv    SIZE            9
        .eqv    BOX             3               # side of a box
        .eqv    ROW_BYTES       36
        .eqv    NEXT_BOX_ROW    24              # ROW_BYTES less the bytes of BOX cells
        .eqv    LINE_BYTES      10              # what service 8 may fill: nine digits and the 0

        .data
grid:   .space  324                             # 9 rows of ROW_BYTES
line:   .space  LINE_BYTES
bad_row:
        .asciiz "\nEvery one of the 9 rows needs 9 digits.\n"

        .include "parts/backtracking.asm"       # main, solve, num_unassigned, is_safe
        .include "parts/print.asm"              # print_grid, print_none

# read_grid: fills the grid from SIZE lines of digits.
# Service 8 keeps no line end when the line fills the buffer, and drops the rest of a longer line.
# So LF and CR LF look the same here, and a line end among the nine bytes means a short line.
read_grid:
        la      $t0 grid                        # the next cell
        move    $t1 $s7                         # rows to go
read_row:
        la      $a0 line
        sb      $zero 0($a0)                    # at the end of the input nothing may be stored
        li      $a1 LINE_BYTES
        li      $v0 8                           # read string
        syscall
        move    $t2 $s7                         # digits to go
read_digit:
        lbu     $t3 0($a0)
        addiu   $t3 $t3 -48                     # '0' becomes 0
        bgeu    $t3 10 read_failed              # no digit: unsigned, so one test for both sides
        sw      $t3 0($t0)
        addiu   $t0 $t0 4
        addiu   $a0 $a0 1
        addiu   $t2 $t2 -1
        bnez    $t2 read_digit
        addiu   $t1 $t1 -1
        bnez    $t1 read_row
        jr      $ra
read_failed:
        la      $a0 bad_row
        li      $v0 4                           # print string
        syscall
        li      $a0 1
        li      $v0 17                          # exit with the code in $a0
        syscall
