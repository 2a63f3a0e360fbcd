# Connect Four, what the bitmap display shows.
#
# Bitmap Display:
#   Unit width in pixels: 8
#   Unit height in pixels: 8
#   Display width in pixels: 512
#   Display height in pixels: 512
#   Base Address for Display: 0x10040000 (heap)
#
# These are 64 x 64 units of a word each, row by row from the top. The program takes nothing else
# from the heap, so that all of it is the display's.
#
# A cell of the board is 8 x 8 units: a disc of 7 x 7 and a line of the frame to its right and
# below. The cell of column 0 and row 0, at the bottom, has its upper left unit in display column 4
# and display row 47. Player 1 has full discs, player 2 rings, so that nobody depends on colours.

        .eqv    DISPLAY         0x10040000
        .eqv    ROW_BYTES       256             # one unit down: 64 words
        .eqv    FIRST_CELL      0x10042f10      # DISPLAY + 47 * ROW_BYTES + 4 * 4
        .eqv    RIGHT_SHIFT     5               # a cell to the right is + 8 * 4 bytes
        .eqv    UP_SHIFT        11              # a cell up is - 8 * ROW_BYTES bytes
        .eqv    LAST_COLUMN     6
        .eqv    LAST_ROW        5
        .eqv    DISC_UNITS      7               # rows of a disc

        .eqv    BACKGROUND      0x00101820
        .eqv    FRAME           0x002858b8
        .eqv    HOLE            0x00101820
        .eqv    PLAYER_1        0x00f8d838      # yellow
        .eqv    PLAYER_2        0x00e04848      # red

        .data
# The picture without holes: rectangles, each painted over those before it. The words are the
# display column and row of its upper left unit, its width and height in units, and its colour.
rectangles:
        .word   0, 0, 64, 64, BACKGROUND
        .word   2, 5, 59, 51, FRAME
        .word   2, 56, 5, 3, FRAME              # left foot
        .word   56, 56, 5, 3, FRAME             # right foot
rectangles_end:

# Shapes in a cell: a byte for each row from the top, bit 0 for the leftmost unit.
disc:   .byte   0x1c                            # . . # # # . .
        .byte   0x3e                            # . # # # # # .
        .byte   0x7f                            # # # # # # # #
        .byte   0x7f                            # # # # # # # #
        .byte   0x7f                            # # # # # # # #
        .byte   0x3e                            # . # # # # # .
        .byte   0x1c                            # . . # # # . .
ring:   .byte   0x1c                            # . . # # # . .
        .byte   0x3e                            # . # # # # # .
        .byte   0x63                            # # # . . . # #
        .byte   0x63                            # # # . . . # #
        .byte   0x63                            # # # . . . # #
        .byte   0x3e                            # . # # # # # .
        .byte   0x1c                            # . . # # # . .

        .text
        .globl  draw_empty_board, update_display_add_new_piece

# draw_empty_board: paints the background, the frame and its holes.
#   $s0  next rectangle, then column       $s1  row
draw_empty_board:
        addiu   $sp, $sp, -12
        sw      $ra, 8($sp)
        sw      $s1, 4($sp)
        sw      $s0, 0($sp)
        la      $s0, rectangles
next_rectangle:
        move    $a0, $s0
        jal     draw_rectangle
        addiu   $s0, $s0, 20
        la      $t0, rectangles_end
        bne     $s0, $t0, next_rectangle
        li      $s0, LAST_COLUMN
next_column:
        li      $s1, LAST_ROW
next_hole:
        move    $a0, $s0
        move    $a1, $s1
        la      $a2, disc
        li      $a3, HOLE
        jal     draw_shape
        addiu   $s1, $s1, -1
        bgez    $s1, next_hole
        addiu   $s0, $s0, -1
        bgez    $s0, next_column
        lw      $s0, 0($sp)
        lw      $s1, 4($sp)
        lw      $ra, 8($sp)
        addiu   $sp, $sp, 12
        jr      $ra

# update_display_add_new_piece: shows the newest piece, the top one of column $a0, in the shape and
# colour of player $a1.
update_display_add_new_piece:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        la      $a2, disc
        li      $a3, PLAYER_1
        beq     $a1, 1, show_piece
        la      $a2, ring
        li      $a3, PLAYER_2
show_piece:
        lb      $a1, column_height($a0)
        addiu   $a1, $a1, -1                    # the row of the top piece
        jal     draw_shape
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# draw_shape: paints the shape $a2 in the colour $a3 into the cell of column $a0 and row $a1. Units
# that are not of the shape stay as they are.
draw_shape:
        li      $t0, FIRST_CELL
        sll     $t1, $a0, RIGHT_SHIFT
        addu    $t0, $t0, $t1
        sll     $t1, $a1, UP_SHIFT
        subu    $t0, $t0, $t1                   # the left unit of the row to paint
        li      $t1, DISC_UNITS                 # rows left
shape_row:
        lbu     $t2, 0($a2)                     # the bits of the units still to paint
        move    $t3, $t0
shape_unit:
        andi    $t4, $t2, 1
        beqz    $t4, unit_done
        sw      $a3, 0($t3)
unit_done:
        addiu   $t3, $t3, 4
        srl     $t2, $t2, 1
        bnez    $t2, shape_unit
        addiu   $t0, $t0, ROW_BYTES
        addiu   $a2, $a2, 1
        addiu   $t1, $t1, -1
        bnez    $t1, shape_row
        jr      $ra

# draw_rectangle: paints the rectangle that the five words at $a0 describe.
draw_rectangle:
        lw      $t0, 0($a0)                     # display column
        lw      $t1, 4($a0)                     # display row
        lw      $t2, 8($a0)                     # width
        lw      $t3, 12($a0)                    # rows left
        lw      $t4, 16($a0)                    # colour
        li      $t5, DISPLAY
        mul     $t1, $t1, ROW_BYTES
        addu    $t5, $t5, $t1
        sll     $t0, $t0, 2
        addu    $t5, $t5, $t0                   # the left unit of the row to paint
        sll     $t2, $t2, 2                     # width in bytes
rectangle_row:
        move    $t0, $t5
        addu    $t1, $t5, $t2                   # behind the right unit
rectangle_unit:
        sw      $t4, 0($t0)
        addiu   $t0, $t0, 4
        bne     $t0, $t1, rectangle_unit
        addiu   $t5, $t5, ROW_BYTES
        addiu   $t3, $t3, -1
        bnez    $t3, rectangle_row
        jr      $ra
