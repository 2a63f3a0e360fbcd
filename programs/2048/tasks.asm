# 2048, the five tasks of the student, solved. The data and the names of services are in game.asm;
# what each procedure takes and gives is the same in skeleton.asm.

        .text

# Task 1: clear_map makes every cell of puzzle_map empty.
clear_map:
        la      $t0, puzzle_map
        addiu   $t1, $t0, MAP_BYTES             # behind the last cell
clear_cell:
        sw      $zero, 0($t0)
        addiu   $t0, $t0, 4
        bne     $t0, $t1, clear_cell
        jr      $ra

# Task 2: generate_a_random_tile puts a 2 or a 4, each as likely, into an empty cell of puzzle_map,
# each as likely. A full map stays as it is.
#
# Two random numbers of generator 0 are drawn, in this order (none if the map is full):
#   1. below the number of empty cells: which of them, counted row by row from the first
#   2. below 2: the tile, 0 for a 2 and 1 for a 4
generate_a_random_tile:
        la      $t0, puzzle_map
        la      $t1, zero_indices               # the next free place in the list
        li      $t2, 0                          # the index of the cell
collect:
        lw      $t3, 0($t0)
        bnez    $t3, not_empty
        sw      $t2, 0($t1)
        addiu   $t1, $t1, 4
not_empty:
        addiu   $t0, $t0, 4
        addiu   $t2, $t2, 1
        bne     $t2, 16, collect
        la      $t2, zero_indices
        subu    $a1, $t1, $t2                   # bytes of the list
        beqz    $a1, generated                  # no empty cell
        srl     $a1, $a1, 2                     # empty cells
        li      $a0, 0
        li      $v0, SYS_RANDOM
        syscall
        sll     $t3, $a0, 2
        addu    $t3, $t2, $t3
        lw      $t3, 0($t3)                     # the index of the chosen cell
        sll     $t3, $t3, 2
        li      $a0, 0
        li      $a1, 2
        li      $v0, SYS_RANDOM
        syscall
        li      $t4, 2
        sllv    $t4, $t4, $a0                   # 2 or 4
        sw      $t4, puzzle_map($t3)
generated:
        jr      $ra

# Task 3: slide moves the tiles of one row or column towards $a3. $a0 to $a3 are the addresses of
# its four cells. Equal tiles that meet become one of twice the number, those next to $a3 first;
# a tile made by this slide does not merge again.
#
# The tiles are copied to arr4 and taken from there one by one, the one next to $a3 first. Each is
# put down at the last free place, or into the tile put down before it if that is equal and still
# may merge. A place that is written has been read before, so that one array is enough.
slide:  lw      $t0, 0($a0)
        lw      $t1, 0($a1)
        lw      $t2, 0($a2)
        lw      $t3, 0($a3)
        la      $t4, arr4
        sw      $t0, 0($t4)
        sw      $t1, 4($t4)
        sw      $t2, 8($t4)
        sw      $t3, 12($t4)
        addiu   $t0, $t4, 12                    # the place to read
        addiu   $t1, $t4, 12                    # the place to write
        li      $t2, 0                          # the tile put down last, 0 if it must not merge
take:   lw      $t3, 0($t0)
        sw      $zero, 0($t0)
        beqz    $t3, taken
        beq     $t3, $t2, merge
        sw      $t3, 0($t1)
        addiu   $t1, $t1, -4
        move    $t2, $t3
        b       taken
merge:  sll     $t3, $t3, 1
        sw      $t3, 4($t1)
        li      $t2, 0
taken:  addiu   $t0, $t0, -4
        bgeu    $t0, $t4, take
        lw      $t0, 0($t4)
        lw      $t1, 4($t4)
        lw      $t2, 8($t4)
        lw      $t3, 12($t4)
        sw      $t0, 0($a0)
        sw      $t1, 0($a1)
        sw      $t2, 0($a2)
        sw      $t3, 0($a3)
        jr      $ra

# Task 4: check_win tells whether the game is won. $v0 is 1 if a tile of puzzle_map is at least
# target, else 0.
check_win:
        la      $t0, puzzle_map
        addiu   $t1, $t0, MAP_BYTES
        lw      $t2, target
        li      $v0, 1
find_target:
        lw      $t3, 0($t0)
        bge     $t3, $t2, win_checked
        addiu   $t0, $t0, 4
        bne     $t0, $t1, find_target
        li      $v0, 0
win_checked:
        jr      $ra

# Task 5: check_lose tells whether the game is lost. $v0 is 1 if puzzle_map has no empty cell and no
# two equal tiles side by side or one above the other, else 0.
#
# It is enough to compare each cell with the one to its right and the one below it: the other two
# neighbours make the same comparison.
check_lose:
        la      $t0, puzzle_map
        li      $t1, 0                          # the index of the cell
        li      $v0, 0
look:   lw      $t2, 0($t0)
        beqz    $t2, lose_checked               # an empty cell
        andi    $t3, $t1, 3
        beq     $t3, 3, look_below              # the last column has nothing to its right
        lw      $t3, 4($t0)
        beq     $t2, $t3, lose_checked
look_below:
        bge     $t1, 12, look_on                # the last row has nothing below
        lw      $t3, 16($t0)
        beq     $t2, $t3, lose_checked
look_on:
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 1
        bne     $t1, 16, look
        li      $v0, 1
lose_checked:
        jr      $ra
