# Snake: eat the red food, grow, and do not run into a wall or into yourself.
#
# How to run:  jetan run programs/examples/snake.asm
# Keys:        w a s d turn, q ends the game.
#
# Bitmap Display:
#   Unit width in pixels: 8
#   Unit height in pixels: 8
#   Display width in pixels: 256
#   Display height in pixels: 256
#   Base Address for Display: 0x10008000 ($gp)
# Keyboard: the receiver at 0xffff0000 is polled once a step.
#
# The field is 32 x 32 units and has no copy of its own: the display is the field. A unit is free,
# food, wall or snake by its colour. A place is the address of its unit, so a step to the left is
# -4 and a step down is +128 (32 units of 4 bytes).
#
# Registers that keep their meaning in the whole program:
#   $s0  place of the head                 $s3  direction: what is added to the head each step
#   $s1  index of the tail in the ring     $s4  milliseconds between two steps
#   $s2  index of the head in the ring     $s5  food eaten

        .eqv    FIELD           0x10008000      # address of the first unit
        .eqv    UNITS           1024            # 32 rows of 32
        .eqv    ROW_BYTES       128             # one row down
        .eqv    RING_MASK       4095            # the ring holds 1024 words: indexes wrap here

        .eqv    FREE            0x00101820
        .eqv    WALL            0x00405060
        .eqv    SNAKE           0x0040c060
        .eqv    HEAD            0x0080ff90
        .eqv    FOOD            0x00e04040

        .eqv    RECEIVER        0xffff0000      # ready bit here, the key four bytes on

        .data                                   # the display ends long before it
ring:   .space  4096                            # places of the snake, oldest at the tail
score:  .asciiz "Food eaten: "
newline:
        .asciiz "\n"

        .text
        .globl  main
main:   jal     draw_field
        jal     place_snake
        jal     place_food
        li      $s4, 120
        li      $s5, 0
step:   move    $a0, $s4
        li      $v0, 32                         # sleep
        syscall
        jal     read_key
        bnez    $v0, over                       # q was typed
        jal     advance
        beqz    $v0, step                       # nothing was hit
over:   la      $a0, score
        li      $v0, 4
        syscall
        move    $a0, $s5
        li      $v0, 1
        syscall
        la      $a0, newline
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall

# draw_field: paints everything free, with a wall around it.
draw_field:
        li      $t0, FIELD
        addiu   $t1, $t0, 4096                  # behind the last unit
        li      $t2, FREE
fill:   sw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        bne     $t0, $t1, fill
        li      $t2, WALL
        li      $t0, FIELD
        addiu   $t1, $t0, ROW_BYTES
rows:   sw      $t2, 0($t0)                     # top
        sw      $t2, 3968($t0)                  # bottom, 31 rows down
        addiu   $t0, $t0, 4
        bne     $t0, $t1, rows
        li      $t0, FIELD
        addiu   $t1, $t0, 4096
sides:  sw      $t2, 0($t0)                     # left
        sw      $t2, 124($t0)                   # right, 31 units on
        addiu   $t0, $t0, ROW_BYTES
        bne     $t0, $t1, sides
        jr      $ra

# place_snake: three units in the middle, heading right.
place_snake:
        li      $s0, FIELD
        addiu   $s0, $s0, 2112                  # row 16, column 16
        li      $s3, 4
        li      $s1, 0
        li      $s2, 8
        addiu   $t0, $s0, -8
        la      $t1, ring
        li      $t2, SNAKE
        sw      $t0, 0($t1)
        sw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        sw      $t0, 4($t1)
        sw      $t2, 0($t0)
        sw      $s0, 8($t1)
        li      $t2, HEAD
        sw      $t2, 0($s0)
        jr      $ra

# place_food: makes a random free unit food. There is always one: the snake never fills the field.
place_food:
        li      $a0, 0                          # generator 0
        li      $a1, UNITS
        li      $v0, 42                         # random integer below $a1
        syscall
        sll     $t0, $a0, 2
        li      $t1, FIELD
        addu    $t0, $t0, $t1
        lw      $t1, 0($t0)
        bne     $t1, FREE, place_food
        li      $t1, FOOD
        sw      $t1, 0($t0)
        jr      $ra

# read_key: turns the snake if a key says so. $v0 is 1 for q, else 0.
# A turn back into the snake's own neck is ignored.
read_key:
        li      $v0, 0
        li      $t0, RECEIVER
        lw      $t1, 0($t0)
        andi    $t1, $t1, 1
        beqz    $t1, read_done                  # no key
        lw      $t1, 4($t0)
        li      $t2, -ROW_BYTES
        beq     $t1, 'w', turn
        li      $t2, ROW_BYTES
        beq     $t1, 's', turn
        li      $t2, -4
        beq     $t1, 'a', turn
        li      $t2, 4
        beq     $t1, 'd', turn
        bne     $t1, 'q', read_done
        li      $v0, 1
        jr      $ra
turn:   addu    $t3, $t2, $s3
        beqz    $t3, read_done                  # the opposite direction
        move    $s3, $t2
read_done:
        jr      $ra

# advance: moves the head one unit on. $v0 is 1 if it hit a wall or the snake, else 0.
advance:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        addu    $t0, $s0, $s3                   # the unit ahead
        lw      $t1, 0($t0)
        beq     $t1, FOOD, eat
        bne     $t1, FREE, crash
        la      $t2, ring                       # nothing eaten: the tail moves on
        addu    $t3, $t2, $s1
        lw      $t4, 0($t3)
        li      $t5, FREE
        sw      $t5, 0($t4)
        addiu   $s1, $s1, 4
        andi    $s1, $s1, RING_MASK
        jal     move_head
        b       went_on
eat:    addiu   $s5, $s5, 1
        jal     move_head
        jal     place_food
        blt     $s4, 50, went_on                # fast enough
        addiu   $s4, $s4, -3
went_on:
        li      $v0, 0
        b       advanced
crash:  li      $v0, 1
advanced:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# move_head: the unit in $t0 becomes the head, the old head a part of the body.
move_head:
        li      $t1, SNAKE
        sw      $t1, 0($s0)
        move    $s0, $t0
        li      $t1, HEAD
        sw      $t1, 0($s0)
        addiu   $s2, $s2, 4
        andi    $s2, $s2, RING_MASK
        la      $t1, ring
        addu    $t1, $t1, $s2
        sw      $s0, 0($t1)
        jr      $ra
