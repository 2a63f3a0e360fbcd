# Prints the factorial of 5.
        .text
main:   li   $a0, 5
        jal  factorial
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

# factorial: $v0 = 1 * 2 * ... * $a0
factorial:
        li   $v0, 1
        ble  $a0, 1, back
        addi $sp, $sp, -8
        sw   $ra, 0($sp)
        sw   $a0, 4($sp)
        addi $a0, $a0, -1
        jal  factorial
        lw   $a0, 4($sp)
        lw   $ra, 0($sp)
        addi $sp, $sp, 8
        mul  $v0, $v0, $a0
back:   jr   $ra
