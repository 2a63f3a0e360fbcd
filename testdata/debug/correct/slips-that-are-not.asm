# Programs that look like slips and are right.
        .data
a:      .word 5, 3, 8
        .align 2
flag:   .byte 1
        .align 2
next:   .word 7
half:   .byte 1, 2, 3, 4
s:      .asciiz "42"
        .text
main:   la $t1, a
        lw $t2, 0($t1)
        sw $zero, 0($t1)
        lw $t3, 0($t1)          # another value by now
        beq $t2, $t3, same
        addi $t1, $t1, 4
same:   lw $t2, 0($t1)
        addi $t1, $t1, 0
        lw $t3, 0($t1)
        lw $t3, 4($t1)
        beq $t2, $t3, flags
flags:  lw $t0, flag            # only zeros follow it in its word
        lw $t0, half            # four bytes at once, in the order of the machine
        andi $t4, $t0, 1
        ori $t4, $t4, 0
        beqz $t4, clear
        ori $t5, $zero, 1       # a constant
        bnez $t5, clear
clear:  li $t0, 0x12345
        li $t1, 0x66666667      # a division by ten
        mult $t0, $t1
        mfhi $t2
        sra $t2, $t2, 2
        la $t0, s
        li $t1, 0
digits: lb $t2, 0($t0)
        beqz $t2, number
        mul $t1, $t1, 10
        add $t1, $t1, $t2
        addi $t1, $t1, -48      # afterwards is as good as before
        addi $t0, $t0, 1
        j digits
number: move $a0, $t1
        li $v0, 1
        syscall
        addi $sp, $sp, -8
        li $t0, 3
        sw $t0, 0($sp)
        sw $t0, 4($sp)
        jal take
        li $v0, 10
        syscall
take:   lw $t0, 0($sp)          # gives up the room of its arguments
        lw $t1, 4($sp)
        addi $sp, $sp, 8
        add $v0, $t0, $t1
        jr $ra
