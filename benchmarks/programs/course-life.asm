# The game of life on a grid of bytes whose sides meet, with a procedure for every cell that is
# looked at and all registers saved around each of them.
        .eqv SIDE 24
        .eqv CELLS 576

        .macro save
        addiu $sp, $sp, -32
        sw   $ra, 28($sp)
        sw   $s0, 24($sp)
        sw   $s1, 20($sp)
        sw   $s2, 16($sp)
        sw   $s3, 12($sp)
        sw   $s4, 8($sp)
        sw   $t0, 4($sp)
        sw   $t1, 0($sp)
        .end_macro

        .macro restore
        lw   $t1, 0($sp)
        lw   $t0, 4($sp)
        lw   $s4, 8($sp)
        lw   $s3, 12($sp)
        lw   $s2, 16($sp)
        lw   $s1, 20($sp)
        lw   $s0, 24($sp)
        lw   $ra, 28($sp)
        addiu $sp, $sp, 32
        .end_macro

        .data
grid:   .space 576
next:   .space 576
        .text
        .globl main
main:   li   $s7, 1             # REPS
rep:    li   $s6, 12345
        li   $t0, 0
seed:   li   $t1, 1103515245
        mul  $s6, $s6, $t1
        addiu $s6, $s6, 12345
        srl  $t1, $s6, 20
        andi $t1, $t1, 3
        sltiu $t1, $t1, 1
        sb   $t1, grid($t0)
        addiu $t0, $t0, 1
        blt  $t0, CELLS, seed
        li   $s5, 40            # generations
day:    jal  generation
        addiu $s5, $s5, -1
        bgtz $s5, day
        addiu $s7, $s7, -1
        bne  $s7, $zero, rep
        li   $t0, 0
        li   $a0, 0
count:  lb   $t1, grid($t0)
        addu $a0, $a0, $t1
        addiu $t0, $t0, 1
        blt  $t0, CELLS, count
        li   $v0, 1
        syscall
        li   $a0, 10
        li   $v0, 11
        syscall
        li   $v0, 10
        syscall

generation:
        save
        li   $s0, 0
gen_row:
        li   $s1, 0
gen_column:
        move $a0, $s0
        move $a1, $s1
        jal  neighbours
        move $s2, $v0
        move $a0, $s0
        move $a1, $s1
        jal  cell
        li   $t0, 1
        beq  $s2, 3, alive
        bne  $s2, 2, dead
        beq  $v0, $zero, dead
        j    alive
dead:   li   $t0, 0
alive:  li   $t1, SIDE
        mul  $t1, $t1, $s0
        addu $t1, $t1, $s1
        sb   $t0, next($t1)
        addiu $s1, $s1, 1
        blt  $s1, SIDE, gen_column
        addiu $s0, $s0, 1
        blt  $s0, SIDE, gen_row
        li   $t0, 0
keep:   lb   $t1, next($t0)
        sb   $t1, grid($t0)
        addiu $t0, $t0, 1
        blt  $t0, CELLS, keep
        restore
        jr   $ra

# neighbours(a0 = row, a1 = column) -> v0
neighbours:
        save
        move $s0, $a0
        move $s1, $a1
        li   $s2, 0
        li   $s3, -1
near_row:
        li   $s4, -1
near_column:
        bne  $s3, $zero, near
        beq  $s4, $zero, near_next
near:   addu $a0, $s0, $s3
        addu $a1, $s1, $s4
        jal  cell
        addu $s2, $s2, $v0
near_next:
        addiu $s4, $s4, 1
        ble  $s4, 1, near_column
        addiu $s3, $s3, 1
        ble  $s3, 1, near_row
        move $v0, $s2
        restore
        jr   $ra

# cell(a0 = row, a1 = column) -> v0; one beyond a side is on the other
cell:   save
        bgez $a0, row_low
        addiu $a0, $a0, SIDE
row_low:
        blt  $a0, SIDE, row_high
        addiu $a0, $a0, -SIDE
row_high:
        bgez $a1, column_low
        addiu $a1, $a1, SIDE
column_low:
        blt  $a1, SIDE, column_high
        addiu $a1, $a1, -SIDE
column_high:
        li   $t0, SIDE
        mul  $t0, $t0, $a0
        addu $t0, $t0, $a1
        lb   $v0, grid($t0)
        restore
        jr   $ra
