# Tetrisito, implementation C with bit masks: the answers of c.asm, found as an exact cover.
#
# How to run:  jetan run programs/tetrisito/c-masks.asm < case.in
# Input:       6 rows of the start grid, 6 rows of the goal grid, the number of pieces (at most 6),
#              4 rows for each; `.` empty, `#` filled. Lines end in LF or CR LF, the last one in
#              nothing if it likes. Pieces may have any number of cells.
# Output:      YES or NO, without a newline.
#
# c.asm drops everything everywhere and looks what comes out. Here the question is turned round:
#   1. The cells to be filled are known: those of the goal that are not in the start. None of them
#      may be below a cell of the start, for no piece gets there.
#   2. Every piece used must come to rest inside them. All such places of all pieces are listed
#      once, and the search looks for places that cover every cell exactly once: an exact cover. It
#      always covers the first open cell, so it only looks at places whose first cell this is.
#   3. The order of the drops is left out of the search. A cell below a frozen one can never be
#      filled: so a place is taken after all cells to be filled below it. Then whether the piece
#      comes to rest there does not depend on the order: it does if it is on the floor or if a cell
#      of the goal is right below it.
#   4. A cover counts if its places can be taken in some order. Taking one that can be taken never
#      bars another, so it is enough to take any, again and again.
#
# Memory: a set of cells is two words, a byte for each column: columns 0 to 3 and 4 to 5, just as
# the characters of a row lie in memory. Bit 0 is the floor, bit 5 the top row. One row up is a
# shift left by 1, one column right a shift left by 8 from the first word into the second. The
# first cell of a set is its lowest bit.
#   `places` has a record for each place, `first` for each cell the list of places that start there.
#
# Registers that keep their meaning in the whole program:
#   $s0, $s1  cells to be filled          $s4  number of pieces; in the search the end of `cover`
#   $s2, $s3  cells of the goal           $s5  where the next place is put
#   $s6       VISIBLE                     $s7  FLOOR
# ($s4 and $s5 hold the cells of the start until these are not needed any more.)

        .eqv    VISIBLE         0x3f3f3f3f      # the six rows of every column
        .eqv    FLOOR           0x01010101      # the lowest one
        .eqv    TOP             0x20202020      # the highest one
        .eqv    MAX_PIECES      6

        .eqv    CELLS_A         0               # a place: its cells,
        .eqv    CELLS_B         4
        .eqv    BELOW_A         8               # the cells to be filled below them,
        .eqv    BELOW_B         12
        .eqv    PIECE           16              # the bit of the piece,
        .eqv    NEXT            20              # the next place in the list, 0 at its end
        .eqv    PLACE_BYTES     24

        .data
first:  .space  256                             # 32 lists for the bits of each word
cover:  .space  24                              # the places of the cover, at most one a piece
places: .space  5184                            # at most 6 pieces x 6 offsets x 6 rows
line:   .space  8
yes:    .asciiz "YES"
no:     .asciiz "NO"

# fill_down: adds to the cells in %set all cells below them. It changes $t9.
# A shift takes bits into the column before; those end up in the rows that VISIBLE leaves out.
        .macro  fill_down(%set)
        srl     $t9, %set, 1
        and     $t9, $t9, $s6
        or      %set, %set, $t9                 # one row down
        srl     $t9, %set, 2
        and     $t9, $t9, $s6
        or      %set, %set, $t9                 # three
        srl     $t9, %set, 2
        and     $t9, $t9, $s6
        or      %set, %set, $t9                 # five: from the top to the floor
        .end_macro

# list_of: $t4 = the address in `first` of the list for the first cell of the set %a, %b, which must
# not be empty. It changes $t5 and $t9.
        .macro  list_of(%a, %b)
        la      $t4, first
        move    $t5, %a
        bnez    $t5, in_a
        move    $t5, %b
        addiu   $t4, $t4, 128                   # behind the 32 lists of the first word
in_a:   subu    $t9, $zero, $t5
        and     $t5, $t5, $t9                   # its lowest bit
        clz     $t5, $t5                        # the zeros before it are as good as its number
        sll     $t5, $t5, 2
        addu    $t4, $t4, $t5
        .end_macro

        .text
        .globl  main
main:   li      $s6, VISIBLE
        li      $s7, FLOOR
        jal     read_grid
        move    $s4, $v0                        # the start
        move    $s5, $v1
        jal     read_grid
        move    $s2, $v0
        move    $s3, $v1
        li      $v0, 5                          # read integer: the number of pieces, which stays
        syscall                                 # in $v0 until $s4 is free for it
        xor     $s0, $s2, $s4
        xor     $s1, $s3, $s5
        or      $t0, $s0, $s1
        beqz    $t0, answer_yes                 # start and goal are equal
        fill_down($s4)                          # where no piece gets: not to be filled. Cells of
        fill_down($s5)                          # the start that the goal has not are there, too
        and     $t0, $s4, $s0
        and     $t1, $s5, $s1
        or      $t0, $t0, $t1
        bnez    $t0, answer_no

        move    $s4, $v0
        ble     $s4, MAX_PIECES, enough_room
        li      $s4, MAX_PIECES                 # further pieces are not read
enough_room:
        la      $s5, places
        jal     list_pieces
        la      $s4, cover                      # no place in the cover yet
        move    $a0, $s0
        move    $a1, $s1
        li      $a2, 0                          # no piece used
        jal     cover_rest
        beqz    $v0, answer_no
answer_yes:
        la      $a0, yes
        b       answer
answer_no:
        la      $a0, no
answer: li      $v0, 4                          # print string
        syscall
        li      $v0, 10                         # end of the program
        syscall

# read_grid: reads six rows. $v0, $v1 = their filled cells.
# '#' is 0x23 and '.' is 0x2e: bit 0 tells them apart, for four cells at once. It is 0 in the line
# feed and the 0 that service 8 stores, too. The service drops what does not fit, so that LF, CR LF
# and a last line without an end are all the same.
read_grid:
        li      $t0, 6                          # rows to go
        li      $v1, 0
        li      $t1, 0                          # the first word, for $v0 is the service's
        la      $a0, line
        li      $a1, 7                          # six cells and the 0
grid_row:
        sw      $zero, 0($a0)                   # nothing is left of the row before
        sw      $zero, 4($a0)
        li      $v0, 8                          # read string
        syscall
        sll     $t1, $t1, 1                     # the rows before are higher
        lw      $v0, 0($a0)
        and     $v0, $v0, $s7
        or      $t1, $t1, $v0
        sll     $v1, $v1, 1
        lw      $v0, 4($a0)
        and     $v0, $v0, $s7
        or      $v1, $v1, $v0
        addiu   $t0, $t0, -1
        bnez    $t0, grid_row
        move    $v0, $t1
        jr      $ra

# list_pieces: reads $s4 pieces and lists their places.
list_pieces:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s4, 0($sp)
next_piece:
        blez    $s4, pieces_done
        jal     read_piece
        addiu   $s4, $s4, -1
        beqz    $v0, next_piece                 # a piece without cells
        move    $a0, $v0
        li      $a1, 1
        sllv    $a1, $a1, $s4                   # the piece's bit
        jal     list_places
        b       next_piece
pieces_done:
        lw      $s4, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# read_piece: reads four rows. $v0 = the cells of the box in the lower left corner of the field.
read_piece:
        li      $t0, 4                          # rows to go
        li      $t1, 0
        la      $a0, line
        li      $a1, 5                          # four cells and the 0
piece_row:
        sw      $zero, 0($a0)
        li      $v0, 8                          # read string
        syscall
        sll     $t1, $t1, 1
        lw      $v0, 0($a0)
        and     $v0, $v0, $s7
        or      $t1, $t1, $v0
        addiu   $t0, $t0, -1
        bnez    $t0, piece_row
        move    $v0, $t1
        jr      $ra

# list_places: lists all places of the piece with the cells $a0 and the bit $a1, at every offset and
# in every row. $a0 must not be empty.
list_places:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        nor     $t6, $s0, $zero                 # where no piece may be
        nor     $t7, $s1, $zero
        li      $t8, TOP
        li      $t1, 0                          # $t0, $t1: the piece at this offset
        and     $t0, $a0, $s7
        bnez    $t0, on_floor
to_floor:
        srl     $a0, $a0, 1                     # blank rows of the box: down to the floor
        and     $t0, $a0, $s7
        beqz    $t0, to_floor
on_floor:
        move    $t0, $a0
next_offset:
        move    $t2, $t0                        # $t2, $t3: the piece in this row
        move    $t3, $t1
next_row:
        and     $t4, $t2, $t6
        and     $t5, $t3, $t7
        or      $t4, $t4, $t5
        bnez    $t4, row_done                   # not inside the cells to be filled
        jal     list_place
row_done:
        or      $t4, $t2, $t3
        and     $t4, $t4, $t8
        sll     $t2, $t2, 1
        sll     $t3, $t3, 1
        beqz    $t4, next_row                   # it was not at the top yet
        srl     $t4, $t0, 24
        sll     $t0, $t0, 8
        sll     $t1, $t1, 8
        or      $t1, $t1, $t4
        srl     $t4, $t1, 16
        beqz    $t4, next_offset                # nothing is in a seventh column
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# list_place: lists the place with the cells $t2, $t3 of the piece with the bit $a1, if a piece
# comes to rest there. The inner part of list_places: it changes $t4, $t5 and $t9 alone.
list_place:
        or      $t4, $t2, $t3
        and     $t4, $t4, $s7
        bnez    $t4, supported                  # by the floor
        srl     $t4, $t2, 1                     # right below: goal, but not the piece itself
        xor     $t5, $t2, $s2
        and     $t4, $t4, $t5
        srl     $t9, $t3, 1
        xor     $t5, $t3, $s3
        and     $t5, $t9, $t5
        or      $t4, $t4, $t5
        beqz    $t4, unsupported
supported:
        sw      $t2, CELLS_A($s5)
        sw      $t3, CELLS_B($s5)
        sw      $a1, PIECE($s5)
        move    $t4, $t2
        fill_down($t4)
        and     $t4, $t4, $s0
        xor     $t4, $t4, $t2                   # without the place itself
        sw      $t4, BELOW_A($s5)
        move    $t4, $t3
        fill_down($t4)
        and     $t4, $t4, $s1
        xor     $t4, $t4, $t3
        sw      $t4, BELOW_B($s5)
        list_of($t2, $t3)                       # in front of its list
        lw      $t5, 0($t4)
        sw      $t5, NEXT($s5)
        sw      $s5, 0($t4)
        addiu   $s5, $s5, PLACE_BYTES
unsupported:
        jr      $ra

# cover_rest: can the cells $a0, $a1 be covered by places of the pieces that are not in the set $a2,
# so that the places in `cover` and these can be taken in some order? $v0 = 1 if so, else 0.
cover_rest:
        or      $t0, $a0, $a1
        beqz    $t0, order_exists               # it returns to our caller
        addiu   $sp, $sp, -20
        sw      $ra, 16($sp)
        sw      $a0, 12($sp)
        sw      $a1, 8($sp)
        sw      $a2, 4($sp)
        list_of($a0, $a1)
        lw      $t0, 0($t4)                     # the first place
        b       next_place
try_place:
        lw      $t1, PIECE($t0)
        and     $t2, $t1, $a2
        bnez    $t2, not_this                   # the piece was used
        lw      $t2, CELLS_A($t0)
        lw      $t3, CELLS_B($t0)
        xor     $a0, $a0, $t2                   # the rest, if nothing is covered twice
        xor     $a1, $a1, $t3
        and     $t2, $a0, $t2
        and     $t3, $a1, $t3
        or      $t2, $t2, $t3
        bnez    $t2, not_free
        or      $a2, $a2, $t1
        sw      $t0, 0($s4)                     # into the cover
        addiu   $s4, $s4, 4
        sw      $t0, 0($sp)
        jal     cover_rest
        bnez    $v0, cover_done
        addiu   $s4, $s4, -4
        lw      $t0, 0($sp)
        lw      $a2, 4($sp)
not_free:
        lw      $a1, 8($sp)
        lw      $a0, 12($sp)
not_this:
        lw      $t0, NEXT($t0)
next_place:
        bnez    $t0, try_place
        li      $v0, 0
cover_done:
        lw      $ra, 16($sp)
        addiu   $sp, $sp, 20
        jr      $ra

# order_exists: $v0 = 1 if the places in `cover` can be taken in some order, else 0.
order_exists:
        move    $t0, $s0                        # what is left to be filled
        move    $t1, $s1
        li      $v0, 1
take_round:
        move    $t2, $t0                        # to see whether a place is taken
        move    $t3, $t1
        la      $t4, cover
take_place:
        lw      $t5, 0($t4)
        lw      $t6, CELLS_A($t5)
        lw      $t7, CELLS_B($t5)
        and     $t8, $t6, $t0
        and     $t9, $t7, $t1
        or      $t8, $t8, $t9
        beqz    $t8, take_next                  # it was taken before
        lw      $t8, BELOW_A($t5)
        lw      $t9, BELOW_B($t5)
        and     $t8, $t8, $t0
        and     $t9, $t9, $t1
        or      $t8, $t8, $t9
        bnez    $t8, take_next                  # something below it is not filled yet
        xor     $t0, $t0, $t6
        xor     $t1, $t1, $t7
take_next:
        addiu   $t4, $t4, 4
        bne     $t4, $s4, take_place
        or      $t4, $t0, $t1
        beqz    $t4, order_known                # all is filled
        xor     $t2, $t2, $t0
        xor     $t3, $t3, $t1
        or      $t2, $t2, $t3
        bnez    $t2, take_round
        li      $v0, 0                          # no place could be taken
order_known:
        jr      $ra
