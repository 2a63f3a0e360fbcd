# Paints the key that was pressed: the low byte of its code is the blue of the first unit.
# Unit width in pixels: 32
# Unit height in pixels: 32
# Display width in pixels: 64
# Display height in pixels: 64
# Base Address for Display: 0x10008000 ($gp)

        .text
main:   lui  $s0, 0xffff
wait:   lw   $t0, 0($s0)
        beqz $t0, wait
        lw   $t1, 4($s0)
        sw   $t1, 0($gp)
        j    wait
