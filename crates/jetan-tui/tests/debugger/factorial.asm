# Recursion, an array, output and input.
        .data
arr:    .word 3, 1, 2
sum:    .word 0
nl:     .asciiz "\n"
hello:  .asciiz "How many? "
        .text
main:   la $s0, arr
        li $s1, 3
loop:   lw $t0, 0($s0)          # the next element
        lw $t1, sum
        add $t1, $t1, $t0
        sw $t1, sum
        addi $s0, $s0, 4
        addi $s1, $s1, -1
        bgtz $s1, loop
        la $a0, hello
        li $v0, 4
        syscall
        li $v0, 5
        syscall
        move $a0, $v0
        jal fact
        move $a0, $v0
        li $v0, 1
        syscall
        la $a0, nl
        li $v0, 4
        syscall
        li $v0, 10
        syscall
fact:   addi $sp, $sp, -8
        sw $ra, 0($sp)
        sw $a0, 4($sp)
        li $v0, 1
        blez $a0, done
        addi $a0, $a0, -1
        jal fact
        lw $a0, 4($sp)
        mul $v0, $v0, $a0
done:   lw $ra, 0($sp)
        addi $sp, $sp, 8
        jr $ra
