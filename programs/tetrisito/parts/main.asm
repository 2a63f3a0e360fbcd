# What all course-style Tetrisito programs share: constants, memory, the way through the program.
#
# The document has its routines as macros with parameters. Here they are procedures of the same
# names, with the parameters in $a0, $a1, ...: the program is shorter, and each can be called alone.
#
# Registers that are set in main and never overwritten:
#   $s0  the start grid         $s2  number of pieces       $s4  the pieces
#   $s1  the goal grid          $s3  which are chosen
# Memory:
#   a grid is 10 rows of 8 bytes: 6 cells, CR, LF. Rows 0 to 3 are hidden, rows 4 to 9 the field.
#     Cell (row, column) is at grid + 8 row + column; '.' is empty, 'X' frozen, '#' a piece that
#     has just come to rest. 96 bytes are reserved, so that a 0 ends the text of a grid.
#   a piece is four words, one a cell: byte 0 is the row in its 4 x 4 box, byte 2 the column.
#   chosen has one byte for each piece: 1 if it was dropped.
#
# The program that includes this file has `backtrack`; it takes the grid, chosen and the pieces in
# $a0 to $a2 and gives $v0 = 1 if the goal can be reached from there, else 0.

        .eqv    COLUMNS         6
        .eqv    ROW_BYTES       8
        .eqv    GRID_BYTES      96              # reserved for a grid
        .eqv    GRID_END        80              # behind its last row
        .eqv    FIELD           32              # the first row that is not hidden
        .eqv    BOTTOM          72              # the last row
        .eqv    MAX_PIECES      6
        .eqv    CHOSEN_BYTES    8               # reserved for chosen, in whole words
        .eqv    PIECE_BYTES     16

        .data
start:  .space  GRID_BYTES
goal:   .space  GRID_BYTES
pieces: .space  96                              # MAX_PIECES of PIECE_BYTES
chosen: .space  CHOSEN_BYTES
yes:    .asciiz "YES"
no:     .asciiz "NO"

        .text
        .globl  main
main:   la      $s0, start
        la      $s1, goal
        la      $s3, chosen
        la      $s4, pieces
        move    $a0, $s0
        jal     init_arr
        move    $a0, $s0
        jal     get_input
        move    $a0, $s1
        jal     init_arr
        move    $a0, $s1
        jal     get_input

        li      $v0, 5                          # read integer
        syscall
        move    $s2, $v0
        ble     $s2, MAX_PIECES, enough_room
        li      $s2, MAX_PIECES                 # further pieces are not read
enough_room:
        bgez    $s2, count_cells
        li      $s2, 0

count_cells:                                    # too few cells for the goal: NO at once
        move    $a0, $s0
        jal     counter
        sll     $t0, $s2, 2                     # four cells a piece
        addu    $s7, $v0, $t0
        move    $a0, $s1
        jal     counter
        bgt     $v0, $s7, answer_no

        move    $a0, $s2
        move    $a1, $s3
        jal     init_chosen
        move    $a0, $s2
        move    $a1, $s4
        jal     get_pieces
        move    $a0, $s0
        move    $a1, $s3
        move    $a2, $s4
        jal     backtrack
        beqz    $v0, answer_no
        la      $a0, yes
        b       answer
answer_no:
        la      $a0, no
answer: li      $v0, 4                          # print string
        syscall
        li      $v0, 10                         # end of the program
        syscall
