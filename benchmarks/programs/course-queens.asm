# All ways to put eight queens on a board of bytes, by recursion that asks for every square whether
# it is attacked, looking along four directions with a procedure for a single square.
        .eqv SIZE 8

        .macro push (%reg)
        addiu $sp, $sp, -4
        sw   %reg, 0($sp)
        .end_macro

        .macro pop (%reg)
        lw   %reg, 0($sp)
        addiu $sp, $sp, 4
        .end_macro

        .data
board:  .space 64
        .text
        .globl main
main:   li   $s7, 1             # REPS
rep:    li   $s6, 0             # solutions
        li   $a0, 0
        jal  place
        addiu $s7, $s7, -1
        bne  $s7, $zero, rep
        move $a0, $s6
        li   $v0, 1
        syscall
        li   $a0, 10
        li   $v0, 11
        syscall
        li   $v0, 10
        syscall

# place(a0 = row)
place:  push $ra
        push $s0
        push $s1
        move $s0, $a0
        blt  $s0, SIZE, place_row
        addiu $s6, $s6, 1
        j    place_end
place_row:
        li   $s1, 0
place_column:
        move $a0, $s0
        move $a1, $s1
        jal  is_attacked
        bne  $v0, $zero, place_next
        li   $t0, SIZE
        mul  $t0, $t0, $s0
        addu $t0, $t0, $s1
        li   $t1, 81
        sb   $t1, board($t0)
        addiu $a0, $s0, 1
        jal  place
        li   $t0, SIZE
        mul  $t0, $t0, $s0
        addu $t0, $t0, $s1
        sb   $zero, board($t0)
place_next:
        addiu $s1, $s1, 1
        blt  $s1, SIZE, place_column
place_end:
        pop  $s1
        pop  $s0
        pop  $ra
        jr   $ra

# is_attacked(a0 = row, a1 = column) -> v0
is_attacked:
        push $ra
        push $s0
        push $s1
        push $s2
        push $s3
        move $s0, $a0
        move $s1, $a1
        li   $s2, 1             # how far up
look:   subu $s3, $s0, $s2
        bltz $s3, safe
        move $a0, $s3
        move $a1, $s1
        jal  square
        bne  $v0, $zero, attacked
        move $a0, $s3
        subu $a1, $s1, $s2
        jal  square
        bne  $v0, $zero, attacked
        move $a0, $s3
        addu $a1, $s1, $s2
        jal  square
        bne  $v0, $zero, attacked
        addiu $s2, $s2, 1
        j    look
safe:   li   $v0, 0
        j    attacked_end
attacked:
        li   $v0, 1
attacked_end:
        pop  $s3
        pop  $s2
        pop  $s1
        pop  $s0
        pop  $ra
        jr   $ra

# square(a0 = row, a1 = column) -> v0 = what is there, 0 beyond the board
square: li   $v0, 0
        bltz $a0, square_end
        bltz $a1, square_end
        bge  $a0, SIZE, square_end
        bge  $a1, SIZE, square_end
        li   $t0, SIZE
        mul  $t0, $t0, $a0
        addu $t0, $t0, $a1
        lb   $v0, board($t0)
square_end:
        jr   $ra
