# The Fibonacci number of 27 by recursion: calls, returns and the stack.
        .text
main:   li   $a0, 27
        jal  fib
        li   $v0, 10
        syscall
fib:    slti $t0, $a0, 2
        beq  $t0, $zero, deep
        move $v0, $a0
        jr   $ra
deep:   addiu $sp, $sp, -12
        sw   $ra, 8($sp)
        sw   $s0, 4($sp)
        sw   $a0, 0($sp)
        addiu $a0, $a0, -1
        jal  fib
        move $s0, $v0
        lw   $a0, 0($sp)
        addiu $a0, $a0, -2
        jal  fib
        addu $v0, $v0, $s0
        lw   $s0, 4($sp)
        lw   $ra, 8($sp)
        addiu $sp, $sp, 12
        jr   $ra
