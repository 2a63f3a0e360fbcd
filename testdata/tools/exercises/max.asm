# The largest of 256 numbers that look random, with a branch that nobody can foresee.
        .text
main:   li   $s0, 256
        li   $s1, 12345
        li   $s2, 1103515245
        li   $s3, 0                 # the sum of the larger ones of each pair
        li   $t0, 0
loop:   mult $s1, $s2
        mflo $s1
        addiu $s1, $s1, 12345
        srl  $t1, $s1, 16
        andi $t1, $t1, 255
        move $t3, $t0
        slt  $t2, $t0, $t1
        beq  $t2, $zero, keep
        move $t3, $t1
keep:   add  $s3, $s3, $t3
        move $t0, $t1
        addi $s0, $s0, -1
        bne  $s0, $zero, loop
        li   $v0, 10
        syscall
