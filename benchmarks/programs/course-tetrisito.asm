# Tetrisito as a student writes it: every order of the pieces, every column, a copy of the grid for
# every try, and macros that save every register around a call. No pieces make the goal.
        .eqv ROWS 10
        .eqv COLUMNS 6
        .eqv CELLS 60
        .eqv PIECES 5

        .macro save_all
        addiu $sp, $sp, -40
        sw   $ra, 0($sp)
        sw   $s0, 4($sp)
        sw   $s1, 8($sp)
        sw   $s2, 12($sp)
        sw   $s3, 16($sp)
        sw   $s4, 20($sp)
        sw   $s5, 24($sp)
        sw   $t0, 28($sp)
        sw   $t1, 32($sp)
        sw   $t2, 36($sp)
        .end_macro

        .macro restore_all
        lw   $ra, 0($sp)
        lw   $s0, 4($sp)
        lw   $s1, 8($sp)
        lw   $s2, 12($sp)
        lw   $s3, 16($sp)
        lw   $s4, 20($sp)
        lw   $s5, 24($sp)
        lw   $t0, 28($sp)
        lw   $t1, 32($sp)
        lw   $t2, 36($sp)
        addiu $sp, $sp, 40
        .end_macro

        .macro cell_address (%to, %row, %column)
        li   $t9, COLUMNS
        mul  $t9, $t9, %row
        addu $t9, $t9, %column
        addu %to, $a0, $t9
        .end_macro

        .data
grids:  .space 384                      # one of 64 bytes for every depth, 0 to 5
goal:   .ascii "..........................................................##"
chosen: .space 8
# Four pairs of row and column for each piece, its width at the end.
pieces: .byte 0, 0, 0, 1, 1, 0, 1, 1, 2, 0, 0, 0
        .byte 0, 0, 1, 0, 1, 1, 1, 2, 3, 0, 0, 0
        .byte 0, 1, 1, 0, 1, 1, 1, 2, 3, 0, 0, 0
        .byte 0, 0, 0, 1, 0, 2, 0, 3, 4, 0, 0, 0
        .byte 0, 0, 0, 1, 0, 2, 0, 3, 4, 0, 0, 0

        .text
        .globl main
main:   li   $s7, 1             # REPS
rep:    li   $s6, 0             # grids looked at
        la   $a0, grids
        li   $t0, 0
clear:  addu $t1, $a0, $t0
        li   $t2, 46
        sb   $t2, 0($t1)
        addiu $t0, $t0, 1
        blt  $t0, CELLS, clear
        li   $a1, 0
        jal  backtrack
        addiu $s7, $s7, -1
        bne  $s7, $zero, rep
        move $a0, $v0
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

# backtrack(a0 = grid, a1 = depth) -> v0 = 1 if the goal can be made
backtrack:
        save_all
        addiu $s6, $s6, 1
        move $s0, $a0
        move $s1, $a1
        la   $a1, goal
        jal  is_equal_grids
        bne  $v0, $zero, backtrack_end
        bge  $s1, PIECES, backtrack_no
        li   $s2, 0             # piece
next_piece:
        lb   $t0, chosen($s2)
        bne  $t0, $zero, skip_piece
        li   $t0, 1
        sb   $t0, chosen($s2)
        li   $s3, 0             # column
next_column:
        li   $t0, 12
        mul  $t0, $t0, $s2
        lb   $t1, pieces+8($t0)
        addu $t1, $t1, $s3
        bgt  $t1, COLUMNS, columns_done
        move $a0, $s0
        addiu $a1, $s0, 64
        jal  deepcopy
        addiu $a0, $s0, 64
        move $a1, $s2
        move $a2, $s3
        jal  drop_piece
        beq  $v0, $zero, no_room
        addiu $a0, $s0, 64
        addiu $a1, $s1, 1
        jal  backtrack
        bne  $v0, $zero, backtrack_end
no_room:
        addiu $s3, $s3, 1
        j    next_column
columns_done:
        sb   $zero, chosen($s2)
skip_piece:
        addiu $s2, $s2, 1
        blt  $s2, PIECES, next_piece
backtrack_no:
        li   $v0, 0
backtrack_end:
        restore_all
        jr   $ra

# is_equal_grids(a0, a1) -> v0
is_equal_grids:
        save_all
        li   $t0, 0
compare:
        addu $t1, $a0, $t0
        lb   $t1, 0($t1)
        addu $t2, $a1, $t0
        lb   $t2, 0($t2)
        bne  $t1, $t2, differs
        addiu $t0, $t0, 1
        blt  $t0, CELLS, compare
        li   $v0, 1
        j    compared
differs:
        li   $v0, 0
compared:
        restore_all
        jr   $ra

# deepcopy(a0 = from, a1 = to)
deepcopy:
        save_all
        li   $t0, 0
copy:   addu $t1, $a0, $t0
        lb   $t2, 0($t1)
        addu $t1, $a1, $t0
        sb   $t2, 0($t1)
        addiu $t0, $t0, 1
        blt  $t0, CELLS, copy
        restore_all
        jr   $ra

# drop_piece(a0 = grid, a1 = piece, a2 = column) -> v0 = 0 if it does not fit
drop_piece:
        save_all
        li   $s0, -1            # the last row where it fits
        li   $s1, 0
fall:   move $a3, $s1
        jal  not_fit
        bne  $v0, $zero, landed
        move $s0, $s1
        addiu $s1, $s1, 1
        j    fall
landed: bltz $s0, drop_failed
        li   $s2, 0
freeze: li   $t0, 12
        mul  $t0, $t0, $a1
        addu $t0, $t0, $s2
        lb   $t1, pieces($t0)
        lb   $t2, pieces+1($t0)
        addu $t1, $t1, $s0
        addu $t2, $t2, $a2
        cell_address $t0, $t1, $t2
        li   $t1, 35
        sb   $t1, 0($t0)
        addiu $s2, $s2, 2
        blt  $s2, 8, freeze
        li   $v0, 1
        j    drop_end
drop_failed:
        li   $v0, 0
drop_end:
        restore_all
        jr   $ra

# not_fit(a0 = grid, a1 = piece, a2 = column, a3 = row) -> v0
not_fit:
        save_all
        li   $s2, 0
fit:    li   $t0, 12
        mul  $t0, $t0, $a1
        addu $t0, $t0, $s2
        lb   $t1, pieces($t0)
        lb   $t2, pieces+1($t0)
        addu $t1, $t1, $a3
        bge  $t1, ROWS, fits_not
        addu $t2, $t2, $a2
        cell_address $t0, $t1, $t2
        lb   $t0, 0($t0)
        bne  $t0, 46, fits_not
        addiu $s2, $s2, 2
        blt  $s2, 8, fit
        li   $v0, 0
        j    fit_end
fits_not:
        li   $v0, 1
fit_end:
        restore_all
        jr   $ra
