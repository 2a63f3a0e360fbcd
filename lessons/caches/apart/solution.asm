# Multiplies two arrays.
        .data
left:   .word 2:64
        .space 16               # one block
right:  .word 3:64
total:  .word 0
        .text
main:   la   $t0, left
        la   $t1, right
        li   $t2, 64
        li   $t4, 0             # the sum of the products
next:   lw   $t5, 0($t0)
        lw   $t6, 0($t1)
        mul  $t7, $t5, $t6
        add  $t4, $t4, $t7
        addi $t0, $t0, 4
        addi $t1, $t1, 4
        addi $t2, $t2, -1
        bne  $t2, $zero, next
        sw   $t4, total
        li   $v0, 10
        syscall
