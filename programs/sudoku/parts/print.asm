# What the Sudoku programs print: the grid, or that there is no solution.

        .data
none:   .asciiz "\nnone\n"

        .text
# print_grid: prints a newline, then every row as digits and a newline.
print_grid:
        li      $a0 '\n'
        li      $v0 11                          # print character
        syscall
        la      $t0 grid                        # the row
        move    $t1 $s7                         # rows to go
print_row:
        move    $t2 $t0
        move    $t3 $s7                         # cells to go
print_cell:
        lw      $a0 0($t2)
        li      $v0 1                           # print integer
        syscall
        addiu   $t2 $t2 4
        addiu   $t3 $t3 -1
        bnez    $t3 print_cell
        li      $a0 '\n'
        li      $v0 11
        syscall
        addiu   $t0 $t0 ROW_BYTES
        addiu   $t1 $t1 -1
        bnez    $t1 print_row
        jr      $ra

# print_none: prints that the clues have no solution.
print_none:
        la      $a0 none
        li      $v0 4                           # print string
        syscall
        jr      $ra
