# A game: bring the dot to the apple; walls are all around. w, a, s and d; q ends.
#
# Unit width in pixels: 16
# Unit height in pixels: 16
# Display width in pixels: 256
# Display height in pixels: 256
# Base Address for Display: 0x10008000 ($gp)

        .eqv DOT   0x00f0764a
        .eqv WALL  0x005080c0
        .eqv APPLE 0x0040c060
        .eqv MIDDLE 544        # row 8, column 8: (8 * 16 + 8) * 4
        .eqv CORNER 308        # row 4, column 13

        .data
won:    .asciiz "You win!\n"

        .text
main:   jal  walls
        li   $t2, APPLE
        sw   $t2, CORNER($gp)
        addi $s0, $gp, MIDDLE  # where the dot is
        li   $t2, DOT
        sw   $t2, 0($s0)

loop:   lw   $t0, 0xffff0000   # is there a key?
        beqz $t0, loop
        lw   $t1, 0xffff0004   # which one?
        beq  $t1, 'q', quit
        beq  $t1, 'd', right
        beq  $t1, 'a', left
        beq  $t1, 'w', up
        beq  $t1, 's', down
        j    loop

right:  li   $a0, 4
        j    go
left:   li   $a0, -4
        j    go
up:     li   $a0, -64
        j    go
down:   li   $a0, 64
        j    go

go:     jal  move_by
        j    loop

quit:   li   $v0, 10
        syscall

# move_by: moves the dot by $a0 bytes
move_by:
        add  $t3, $s0, $a0     # where it would go
        lw   $t4, 0($t3)       # what is there
        beq  $t4, WALL, stay
        sw   $zero, 0($s0)
        move $s0, $t3
        li   $t2, DOT
        sw   $t2, 0($s0)
        beq  $t4, APPLE, win
stay:   jr   $ra

win:    la   $a0, won
        li   $v0, 4
        syscall
        j    quit

# walls: paints the border of the display
walls:  li   $t0, 0            # 0 to 15
        li   $t1, WALL
border: sll  $t2, $t0, 2       # the top row: column * 4
        add  $t2, $t2, $gp
        sw   $t1, 0($t2)
        sw   $t1, 960($t2)     # the bottom row: 15 * 64 further on
        sll  $t2, $t0, 6       # the left column: row * 64
        add  $t2, $t2, $gp
        sw   $t1, 0($t2)
        sw   $t1, 60($t2)      # the right column
        addi $t0, $t0, 1
        blt  $t0, 16, border
        jr   $ra
