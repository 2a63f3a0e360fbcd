# Sudoku 9x9 with candidate masks: the answers of 9x9.asm with far fewer instructions.
#
# How to run:  jetan run programs/sudoku/9x9-masks.asm < grid.txt
# Input:       9 lines of 9 digits, 0 for an empty cell; service 5 reads each as one integer.
# Output:      a newline, then 9 rows of digits, each with a newline; or `none` and a newline.
#
# Three ideas replace the search through numbers and cells:
#   1. A set of numbers is a word with one bit for each (bit 0 for 1, bit 8 for 9). A unit (a row, a
#      column or a box) has one for its numbers, and what fits a cell is what its three units lack.
#   2. Before guessing, everything that follows is filled in: a cell that only one number fits, and
#      a number that fits only one cell of a unit. Nothing fits a cell, or a number no cell of a
#      unit: the guess before was wrong.
#   3. Cells filled are noted on a trail. Taking a guess back means emptying the cells noted since.
# The guess is made in the first empty cell, in ascending order, and idea 2 never loses a solution:
# so with several solutions this is the one the course's program finds, too.
#
# Operands are written without commas, as the course does: MARS takes a comma for a blank.
#
# Registers that keep their meaning in the whole program:
#   $s6  end of the trail: where the next cell is noted     $s7  the size
# Memory: the grid starts at 0x10010000, one word a cell, 36 bytes a row. A place is the offset of a
# cell in the grid: 36 row + 4 col.

        .eqv    SIZE            9
        .eqv    BOX             3               # side of a box
        .eqv    ROW_BYTES       36
        .eqv    GRID_BYTES      324
        .eqv    ALL             511             # the set of the numbers 1 to 9

        .eqv    UNIT_BYTES      16              # a unit is four words, the last one a filler:
        .eqv    USED            0               #   the numbers it has
        .eqv    ONCE            4               #   that fit a cell; later: one cell only
        .eqv    TWICE           8               #   those that fit several cells
        .eqv    UNITS_BYTES     432             # 27 units
        .eqv    HOME_BYTES      12              # addresses of the row, column and box of a cell

        .data
grid:   .space  GRID_BYTES
units:  .space  UNITS_BYTES                     # 9 rows, 9 columns, 9 boxes
homes:  .space  972                             # one home for each of the 81 cells
trail:  .space  GRID_BYTES                      # places, in the order in which they were filled

# fitting: $t0 = the numbers that fit a cell, $t1 to $t3 = its row, column and box.
# %home is a register with the address of the cell's home. It changes $t4.
        .macro  fitting(%home)
        lw      $t1 0(%home)
        lw      $t2 4(%home)
        lw      $t3 8(%home)
        lw      $t0 USED($t1)
        lw      $t4 USED($t2)
        or      $t0 $t0 $t4
        lw      $t4 USED($t3)
        or      $t0 $t0 $t4
        xori    $t0 $t0 ALL
        .end_macro

# count_in: one more cell of the unit in %unit that the numbers in $t0 fit. It changes $t4 to $t6.
        .macro  count_in(%unit)
        lw      $t4 ONCE(%unit)
        lw      $t5 TWICE(%unit)
        and     $t6 $t4 $t0
        or      $t5 $t5 $t6
        sw      $t5 TWICE(%unit)
        or      $t4 $t4 $t0
        sw      $t4 ONCE(%unit)
        .end_macro

        .text
        .globl  main
main:   li      $s7 SIZE
        la      $s6 trail
        jal     read_grid
        jal     build_homes
        jal     take_clues
        beqz    $v0 unsolvable
        jal     solve
        beqz    $v0 unsolvable
        jal     print_grid
        b       exit
unsolvable:
        jal     print_none
exit:   li      $v0 10                          # end of the program
        syscall

# build_homes: notes for every cell where its row, column and box are.
build_homes:
        la      $t0 homes
        li      $t1 0                           # row
home_row:
        li      $t2 0                           # column
home_col:
        la      $t3 units
        sll     $t4 $t1 4                       # UNIT_BYTES is 16
        addu    $t4 $t3 $t4
        sw      $t4 0($t0)
        sll     $t4 $t2 4
        addu    $t4 $t3 $t4
        addiu   $t4 $t4 144                     # behind the 9 rows
        sw      $t4 4($t0)
        div     $t4 $t1 BOX                     # boxes count from left to right, then down:
        mul     $t4 $t4 BOX                     # BOX (row / BOX) + column / BOX
        div     $t5 $t2 BOX
        addu    $t4 $t4 $t5
        sll     $t4 $t4 4
        addu    $t4 $t3 $t4
        addiu   $t4 $t4 288                     # behind the 9 rows and the 9 columns
        sw      $t4 8($t0)
        addiu   $t0 $t0 HOME_BYTES
        addiu   $t2 $t2 1
        bne     $t2 $s7 home_col
        addiu   $t1 $t1 1
        bne     $t1 $s7 home_row
        jr      $ra

# take_clues: enters the numbers of the grid into their units. $v0 = 1, or 0 if two of them clash or
# one is not in 1..9.
take_clues:
        addiu   $sp $sp -16
        sw      $ra 12($sp)
        sw      $s0 8($sp)
        sw      $s1 4($sp)
        li      $s0 0                           # place
        la      $s1 homes
take_cell:
        lw      $t7 grid($s0)
        beqz    $t7 take_next
        li      $v0 0
        bgtu    $t7 $s7 take_done               # unsigned: no negative number passes either
        addiu   $t7 $t7 -1
        li      $a1 1
        sllv    $a1 $a1 $t7                     # the set of this number alone
        fitting($s1)
        and     $t0 $t0 $a1
        beqz    $t0 take_done                   # another clue of a unit has it
        move    $a0 $s0
        jal     place
take_next:
        addiu   $s0 $s0 4
        addiu   $s1 $s1 HOME_BYTES
        bne     $s0 GRID_BYTES take_cell
        li      $v0 1
take_done:
        lw      $s1 4($sp)
        lw      $s0 8($sp)
        lw      $ra 12($sp)
        addiu   $sp $sp 16
        jr      $ra

# place: the cell at place $a0 gets the one number of the set $a1. It is noted on the trail.
place:  clz     $t0 $a1                         # bit n - 1 has 32 - n zeros before it
        li      $t1 32
        subu    $t0 $t1 $t0
        sw      $t0 grid($a0)
        sw      $a0 0($s6)
        addiu   $s6 $s6 4                       # and on into toggle

# toggle: enters the number of the set $a1 into the units of place $a0, or takes it out of them.
toggle: sll     $t0 $a0 1
        addu    $t0 $t0 $a0                     # HOME_BYTES is three times the 4 bytes of a cell
        la      $t1 homes
        addu    $t0 $t0 $t1
        lw      $t1 0($t0)
        lw      $t2 USED($t1)
        xor     $t2 $t2 $a1
        sw      $t2 USED($t1)
        lw      $t1 4($t0)
        lw      $t2 USED($t1)
        xor     $t2 $t2 $a1
        sw      $t2 USED($t1)
        lw      $t1 8($t0)
        lw      $t2 USED($t1)
        xor     $t2 $t2 $a1
        sw      $t2 USED($t1)
        jr      $ra

# take_back: empties the cells noted on the trail at $a0 and behind it.
take_back:
        addiu   $sp $sp -16
        sw      $ra 12($sp)
        sw      $s0 8($sp)
        move    $s0 $a0
back_cell:
        beq     $s6 $s0 back_done
        addiu   $s6 $s6 -4
        lw      $a0 0($s6)
        lw      $t0 grid($a0)
        sw      $zero grid($a0)
        addiu   $t0 $t0 -1
        li      $a1 1
        sllv    $a1 $a1 $t0
        jal     toggle
        b       back_cell
back_done:
        lw      $s0 8($sp)
        lw      $ra 12($sp)
        addiu   $sp $sp 16
        jr      $ra

# solve: fills all empty cells. $v0 = 1 and the grid solved, or 0: then the caller has to take back
# the cells filled here, together with its own guess.
solve:  addiu   $sp $sp -32
        sw      $ra 28($sp)
        sw      $s0 24($sp)
        sw      $s1 20($sp)
        sw      $s2 16($sp)
        jal     fill_singles
        beqz    $v0 ret_0
        li      $s0 0                           # the first empty cell
        la      $t7 homes
look:   lw      $t0 grid($s0)
        beqz    $t0 guess
        addiu   $t7 $t7 HOME_BYTES
        addiu   $s0 $s0 4
        bne     $s0 GRID_BYTES look
ret_1:  li      $v0 1
        b       solve_done
guess:  fitting($t7)
        move    $s1 $t0                         # the numbers to try
        move    $s2 $s6                         # how far to take back
next_number:
        beqz    $s1 ret_0
        subu    $a1 $zero $s1
        and     $a1 $s1 $a1                     # the smallest of them
        xor     $s1 $s1 $a1
        move    $a0 $s0
        jal     place
        jal     solve
        bnez    $v0 solve_done
        move    $a0 $s2
        jal     take_back
        b       next_number
ret_0:  li      $v0 0
solve_done:
        lw      $s2 16($sp)
        lw      $s1 20($sp)
        lw      $s0 24($sp)
        lw      $ra 28($sp)
        addiu   $sp $sp 32
        jr      $ra

# fill_singles: fills what follows from the grid, again and again until nothing more does.
# $v0 = 1, or 0 if the grid has no solution.
fill_singles:
        addiu   $sp $sp -32
        sw      $ra 28($sp)
        sw      $s0 24($sp)
        sw      $s1 20($sp)
        sw      $s2 16($sp)
sweep:  la      $t0 units                       # forget the counts of the last sweep
        addiu   $t1 $t0 UNITS_BYTES
forget: sw      $zero ONCE($t0)
        sw      $zero TWICE($t0)
        addiu   $t0 $t0 UNIT_BYTES
        bne     $t0 $t1 forget

        move    $s2 $s6                         # to see whether a cell is filled
        li      $s0 0                           # place
        la      $s1 homes
sweep_cell:
        lw      $t0 grid($s0)
        bnez    $t0 sweep_next
        fitting($s1)
        beqz    $t0 stuck                       # nothing fits
        addiu   $t4 $t0 -1
        and     $t4 $t4 $t0                     # without the smallest number
        bnez    $t4 several
        move    $a0 $s0
        move    $a1 $t0
        jal     place
        b       sweep_next
several:
        count_in($t1)
        count_in($t2)
        count_in($t3)
sweep_next:
        addiu   $s1 $s1 HOME_BYTES
        addiu   $s0 $s0 4
        bne     $s0 GRID_BYTES sweep_cell
        bne     $s2 $s6 sweep                   # cells were filled: the counts are out of date

        jal     single_places
        beqz    $v0 stuck
        beqz    $v1 sweep_done                  # nothing more follows
        li      $s0 0
        la      $s1 homes
single_cell:
        lw      $t0 grid($s0)
        bnez    $t0 single_next
        fitting($s1)
        lw      $t4 ONCE($t1)                   # numbers that have no other place in the row,
        lw      $t5 ONCE($t2)                   # in the column
        or      $t4 $t4 $t5
        lw      $t5 ONCE($t3)                   # or in the box
        or      $t4 $t4 $t5
        and     $a1 $t0 $t4
        beqz    $a1 single_next
        addiu   $t4 $a1 -1
        and     $t4 $t4 $a1
        bnez    $t4 stuck                       # two numbers need this cell
        move    $a0 $s0
        jal     place
single_next:
        addiu   $s1 $s1 HOME_BYTES
        addiu   $s0 $s0 4
        bne     $s0 GRID_BYTES single_cell
        b       sweep
stuck:  li      $v0 0
        b       fill_done
sweep_done:
        li      $v0 1
fill_done:
        lw      $s2 16($sp)
        lw      $s1 20($sp)
        lw      $s0 24($sp)
        lw      $ra 28($sp)
        addiu   $sp $sp 32
        jr      $ra

# single_places: leaves in ONCE of every unit the numbers that fit exactly one of its cells.
# $v0 = 0 if a number has no place in some unit, else 1; $v1 is not 0 if some unit has such numbers.
single_places:
        la      $t0 units
        addiu   $t1 $t0 UNITS_BYTES
        li      $v1 0
single_unit:
        lw      $t2 ONCE($t0)
        lw      $t3 USED($t0)
        or      $t3 $t3 $t2
        bne     $t3 ALL no_place
        lw      $t3 TWICE($t0)
        xor     $t2 $t2 $t3                     # what fits several cells was in both
        sw      $t2 ONCE($t0)
        or      $v1 $v1 $t2
        addiu   $t0 $t0 UNIT_BYTES
        bne     $t0 $t1 single_unit
        li      $v0 1
        jr      $ra
no_place:
        li      $v0 0
        jr      $ra

        .include "parts/read-integers.asm"      # read_grid
        .include "parts/print.asm"              # print_grid, print_none
