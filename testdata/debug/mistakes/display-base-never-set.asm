# Bitmap Display
# Unit width in pixels: 8
# Unit height in pixels: 8
# Display width in pixels: 256
# Display height in pixels: 256
# Base Address for Display: 0x10008000 ($gp)
        .data
displayAddress: .word 0x10008000
        .text
main:   li      $t1, 0xff0000
        li      $t2, 0
row:    sll     $t3, $t2, 2
        add     $t3, $t3, $t0           # $t0 should hold displayAddress
        sw      $t1, 0($t3)
        addi    $t2, $t2, 1
        blt     $t2, 32, row
        li      $v0, 10
        syscall
