# Paints the top row of the display.
#
# Unit width in pixels: 16
# Unit height in pixels: 16
# Display width in pixels: 256
# Display height in pixels: 256
# Base Address for Display: 0x10008000 ($gp)

        .eqv WALL 0x005080c0

        .text
main:   move $t0, $gp          # the square at the top left
        li   $t1, WALL
        sw   $t1, 0($t0)

        li   $v0, 10
        syscall
