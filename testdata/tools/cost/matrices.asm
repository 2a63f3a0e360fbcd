# A product of matrices of 128 by 128 words, down the columns of the second.
        .data
a:      .space 65536
b:      .space 65536
c:      .space 65536
        .text
main:   li   $s0, 0
i:      li   $s1, 0
j:      sll  $t0, $s0, 9
        la   $t8, a
        addu $t0, $t0, $t8
        sll  $t1, $s1, 2
        la   $t8, b
        addu $t1, $t1, $t8
        li   $t2, 0
        li   $s2, 128
k:      lw   $t3, 0($t0)
        lw   $t4, 0($t1)
        mult $t3, $t4
        mflo $t5
        addu $t2, $t2, $t5
        addiu $t0, $t0, 4
        addiu $t1, $t1, 512
        addiu $s2, $s2, -1
        bgtz $s2, k
        sll  $t6, $s0, 9
        sll  $t7, $s1, 2
        addu $t6, $t6, $t7
        la   $t8, c
        addu $t6, $t6, $t8
        sw   $t2, 0($t6)
        addiu $s1, $s1, 1
        slti $t9, $s1, 128
        bne  $t9, $zero, j
        addiu $s0, $s0, 1
        slti $t9, $s0, 128
        bne  $t9, $zero, i
        li   $v0, 10
        syscall
