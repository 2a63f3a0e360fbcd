# Prints the larger of two numbers.
        .text
main:   li   $a0, 12
        li   $a1, 30
        jal  larger
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

# larger: $v0 = the larger of $a0 and $a1
larger: move $v0, $a0
        ble  $a1, $a0, back
        move $v0, $a1
back:   jr   $ra
