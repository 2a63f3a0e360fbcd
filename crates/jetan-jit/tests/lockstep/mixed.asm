# A little of everything that generated code does in its own way.
        .data
        .align 3
buffer: .space 64
table:  .word case0, case1, case2
half:   .float 0.5
third:  .double 0.333333333333
        .text
main:   li    $s7, 2
        la    $s0, buffer
        li    $s1, 0
loop:   sll   $t0, $s1, 2
        andi  $t0, $t0, 60
        addu  $t1, $s0, $t0
        sw    $s1, 0($t1)
        lhu   $t2, 0($t1)
        sb    $t2, 1($t1)
        lb    $t3, 1($t1)
        addi  $t3, $t3, 100
        mult  $t3, $s1
        mflo  $t4
        mfhi  $t5
        divu  $t4, $t3
        mfhi  $t6
        xor   $s2, $s2, $t6
        jal   float
        move  $a0, $s1
        andi  $a0, $a0, 3
        jal   tree
        addu  $s2, $s2, $v0
        li    $t7, 3
        div   $s1, $t7
        mfhi  $t8
        sll   $t8, $t8, 2
        la    $t9, table
        addu  $t9, $t9, $t8
        lw    $t9, 0($t9)
        jalr  $t9
        slti  $t0, $s1, 60
        addiu $s1, $s1, 1
        bne   $t0, $zero, loop
        move  $a0, $s2
        li    $v0, 34
        syscall
        li    $s1, 0
        addiu $s7, $s7, -1
        bgtz  $s7, loop
        li    $t0, 0x7fffffff
        addi  $t0, $t0, 1
        lw    $t1, 1($s0)
        li    $v0, 10
        syscall

# Calls itself twice, three deep.
tree:   bgtz  $a0, deeper
        li    $v0, 1
        jr    $ra
deeper: addiu $sp, $sp, -12
        sw    $ra, 8($sp)
        sw    $s0, 4($sp)
        sw    $a0, 0($sp)
        addiu $a0, $a0, -1
        jal   tree
        move  $s0, $v0
        lw    $a0, 0($sp)
        addiu $a0, $a0, -2
        jal   tree
        addu  $v0, $v0, $s0
        lw    $s0, 4($sp)
        lw    $ra, 8($sp)
        addiu $sp, $sp, 12
        jr    $ra

float:  mtc1  $s1, $f0
        cvt.s.w $f2, $f0
        lwc1  $f4, half
        mul.s $f6, $f2, $f4
        cvt.d.s $f8, $f6
        ldc1  $f10, third
        add.d $f8, $f8, $f10
        c.lt.d $f10, $f8
        bc1f  small
        sub.d $f8, $f8, $f10
        sub.s $f12, $f2, $f2
        div.s $f12, $f12, $f12
small:  trunc.w.d $f14, $f8
        mfc1  $t0, $f14
        addu  $s2, $s2, $t0
        jr    $ra

case0:  addiu $s2, $s2, 1
        jr    $ra
case1:  addiu $s2, $s2, 3
        jr    $ra
case2:  sra   $s2, $s2, 1
        jr    $ra

        .ktext 0x80000180
        mfc0  $k0, $14
        addiu $k0, $k0, 4
        mtc0  $k0, $14
        eret
