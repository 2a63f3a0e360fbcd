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
        jr   $ra
