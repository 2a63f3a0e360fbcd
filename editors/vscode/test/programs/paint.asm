# Paints a red diagonal, then reads a word where none can be.
# Unit width in pixels: 16
# Unit height in pixels: 16
# Display width in pixels: 256
# Display height in pixels: 256
# Base Address for Display: 0x10008000 ($gp)

        .text
main:   li   $t0, 0             # column and row
        li   $t3, 0x00ff0000    # red
line:   beq  $t0, 16, done
        sll  $t1, $t0, 4
        add  $t1, $t1, $t0
        sll  $t1, $t1, 2
        add  $t1, $t1, $gp
        sw   $t3, 0($t1)
        addi $t0, $t0, 1
        j    line

done:   li   $t5, 6
        lw   $t6, 0($t5)
        li   $v0, 10
        syscall
