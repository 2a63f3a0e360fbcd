# Connect Four: all games of five plies, the winner found by walking from every stone in four
# directions over a board of bytes.
        .eqv ROWS 6
        .eqv COLUMNS 7

        .macro begin
        addiu $sp, $sp, -36
        sw   $ra, 32($sp)
        sw   $s0, 28($sp)
        sw   $s1, 24($sp)
        sw   $s2, 20($sp)
        sw   $s3, 16($sp)
        sw   $s4, 12($sp)
        sw   $t0, 8($sp)
        sw   $t1, 4($sp)
        sw   $t2, 0($sp)
        .end_macro

        .macro end
        lw   $t2, 0($sp)
        lw   $t1, 4($sp)
        lw   $t0, 8($sp)
        lw   $s4, 12($sp)
        lw   $s3, 16($sp)
        lw   $s2, 20($sp)
        lw   $s1, 24($sp)
        lw   $s0, 28($sp)
        lw   $ra, 32($sp)
        addiu $sp, $sp, 36
        jr   $ra
        .end_macro

        .macro index (%to, %row, %column)
        li   %to, COLUMNS
        mul  %to, %to, %row
        addu %to, %to, %column
        .end_macro

        .data
board:  .ascii ".................X......XXO....OXO...OOXX."
        .space 6
steps:  .byte 0, 1, 1, 0, 1, 1, 1, -1
        .text
        .globl main
main:   li   $s7, 1             # REPS
rep:    li   $s5, 0             # games
        li   $s6, 0             # of them won
        li   $a0, 5
        li   $a1, 79
        jal  search
        addiu $s7, $s7, -1
        bne  $s7, $zero, rep
        move $a0, $s5
        li   $v0, 1
        syscall
        li   $a0, 32
        li   $v0, 11
        syscall
        move $a0, $s6
        li   $v0, 1
        syscall
        li   $a0, 10
        li   $v0, 11
        syscall
        li   $v0, 10
        syscall

# search(a0 = plies left, a1 = stone)
search: begin
        move $s0, $a0
        move $s1, $a1
        bne  $s0, $zero, search_moves
        addiu $s5, $s5, 1
        j    search_end
search_moves:
        li   $s2, 0
search_column:
        move $a0, $s2
        move $a1, $s1
        jal  drop
        bltz $v0, search_next
        move $s3, $v0
        move $a0, $s1
        jal  has_won
        beq  $v0, $zero, search_on
        addiu $s5, $s5, 1
        addiu $s6, $s6, 1
        j    search_undo
search_on:
        addiu $a0, $s0, -1
        li   $a1, 167
        subu $a1, $a1, $s1
        jal  search
search_undo:
        index $t0, $s3, $s2
        li   $t1, 46
        sb   $t1, board($t0)
search_next:
        addiu $s2, $s2, 1
        blt  $s2, COLUMNS, search_column
search_end:
        end

# drop(a0 = column, a1 = stone) -> v0 = row, or -1 if the column is full
drop:   begin
        li   $v0, ROWS
drop_row:
        addiu $v0, $v0, -1
        bltz $v0, drop_end
        index $t0, $v0, $a0
        lb   $t1, board($t0)
        bne  $t1, 46, drop_row
        sb   $a1, board($t0)
drop_end:
        end

# has_won(a0 = stone) -> v0
has_won:
        begin
        move $s4, $a0
        li   $s0, 0
won_row:
        li   $s1, 0
won_column:
        index $t0, $s0, $s1
        lb   $t1, board($t0)
        bne  $t1, $s4, won_next
        li   $s2, 0
won_direction:
        move $a0, $s0
        move $a1, $s1
        move $a2, $s2
        move $a3, $s4
        jal  walk
        bge  $v0, 4, won_end
        addiu $s2, $s2, 2
        blt  $s2, 8, won_direction
won_next:
        addiu $s1, $s1, 1
        blt  $s1, COLUMNS, won_column
        addiu $s0, $s0, 1
        blt  $s0, ROWS, won_row
        li   $v0, 0
won_end:
        end

# walk(a0 = row, a1 = column, a2 = direction, a3 = stone) -> v0 = how many in a line
walk:   begin
        li   $v0, 0
        lb   $s0, steps($a2)
        lb   $s1, steps+1($a2)
walk_step:
        bltz $a1, walk_end
        bge  $a0, ROWS, walk_end
        bge  $a1, COLUMNS, walk_end
        index $t0, $a0, $a1
        lb   $t1, board($t0)
        bne  $t1, $a3, walk_end
        addiu $v0, $v0, 1
        addu $a0, $a0, $s0
        addu $a1, $a1, $s1
        j    walk_step
walk_end:
        end
