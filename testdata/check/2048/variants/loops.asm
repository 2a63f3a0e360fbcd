# Another 2048: all in one file, the target in $s7, the map behind other data, slide by repeated
# pushing with saved registers, neighbours compared by two passes, no texts on the console.
#
# jetan: pack comp2611-2048

        .data
bye:    .asciiz "Bye"
        .align  2
moves:  .word   0
arr4:   .space  16
puzzle_map_prev:
        .space  64
puzzle_map:
        .space  64
puzzle_map_temp:
        .space  64

        .text
        .globl  main
main:   li      $v0, 5
        syscall
        blt     $v0, 64, main
        bgt     $v0, 2048, main
        move    $s7, $v0
        li      $v0, 30
        syscall
        move    $a1, $a0
        li      $a0, 5
        li      $v0, 40
        syscall
        li      $v0, 200
        syscall
        move    $a0, $s7
        li      $v0, 204
        syscall
        jal     clear_map
        jal     generate_a_random_tile
        jal     generate_a_random_tile
        la      $a0, puzzle_map
        li      $v0, 201
        syscall

wait:   lui     $t0, 0xffff
        lb      $t1, 0($t0)
        beqz    $t1, wait
        lb      $s6, 4($t0)
        # The map before, to see whether anything moves.
        li      $t0, 0
keep:   lw      $t1, puzzle_map($t0)
        sw      $t1, puzzle_map_prev($t0)
        addiu   $t0, $t0, 4
        bne     $t0, 64, keep
        # First cell, way along the line, way to the next line.
        la      $s0, puzzle_map
        beq     $s6, 'd', right
        beq     $s6, 'a', left
        beq     $s6, 's', down
        beq     $s6, 'w', up
        b       wait
right:  li      $s1, 4
        li      $s2, 16
        b       go
left:   addiu   $s0, $s0, 12
        li      $s1, -4
        li      $s2, 16
        b       go
down:   li      $s1, 16
        li      $s2, 4
        b       go
up:     addiu   $s0, $s0, 48
        li      $s1, -16
        li      $s2, 4
go:     li      $s3, 4
line:   move    $a0, $s0
        addu    $a1, $a0, $s1
        addu    $a2, $a1, $s1
        addu    $a3, $a2, $s1
        jal     slide
        addu    $s0, $s0, $s2
        addiu   $s3, $s3, -1
        bgtz    $s3, line

        # The largest tile.
        li      $t0, 0
        li      $a0, 0
score:  lw      $t1, puzzle_map($t0)
        slt     $t2, $a0, $t1
        movn    $a0, $t1, $t2
        addiu   $t0, $t0, 4
        bne     $t0, 64, score
        li      $v0, 203
        syscall
        jal     check_win
        beq     $v0, 1, won
        li      $t0, 0
differ: lw      $t1, puzzle_map($t0)
        lw      $t2, puzzle_map_prev($t0)
        bne     $t1, $t2, moved
        addiu   $t0, $t0, 4
        bne     $t0, 64, differ
        b       wait
moved:  lw      $t0, moves
        addiu   $t0, $t0, 1
        sw      $t0, moves
        jal     generate_a_random_tile
        la      $a0, puzzle_map
        li      $v0, 201
        syscall
        jal     check_lose
        beqz    $v0, wait
        li      $a0, -1
        b       end
won:    li      $a0, -2
end:    li      $a1, 10
        li      $a2, 10
        la      $a3, bye
        li      $v0, 207
        syscall
        li      $a0, 0
        li      $v0, 17
        syscall

clear_map:
        li      $t0, 60
zero:   sw      $0, puzzle_map($t0)
        addi    $t0, $t0, -4
        bgez    $t0, zero
        jr      $ra

# Counts the empty cells, draws one of them, and walks to it.
generate_a_random_tile:
        li      $t0, 0
        li      $t1, 0
count:  lw      $t2, puzzle_map($t0)
        sltiu   $t2, $t2, 1
        add     $t1, $t1, $t2
        addi    $t0, $t0, 4
        blt     $t0, 64, count
        blez    $t1, full
        li      $a0, 5
        move    $a1, $t1
        li      $v0, 42
        syscall
        li      $t0, -4
walk:   addi    $t0, $t0, 4
        lw      $t2, puzzle_map($t0)
        bnez    $t2, walk
        addi    $a0, $a0, -1
        bgez    $a0, walk
        li      $a0, 5
        li      $a1, 1000
        li      $v0, 42
        syscall
        li      $t2, 2
        blt     $a0, 500, put
        li      $t2, 4
put:    sw      $t2, puzzle_map($t0)
full:   jr      $ra

# Pushes, merges from the end, pushes again.
slide:  addi    $sp, $sp, -24
        sw      $ra, 20($sp)
        sw      $s0, 16($sp)
        sw      $s1, 12($sp)
        sw      $s2, 8($sp)
        sw      $s3, 4($sp)
        move    $s0, $a0
        move    $s1, $a1
        move    $s2, $a2
        move    $s3, $a3
        jal     push
        move    $a0, $s2
        move    $a1, $s3
        jal     merge
        move    $a0, $s1
        move    $a1, $s2
        jal     merge
        move    $a0, $s0
        move    $a1, $s1
        jal     merge
        jal     push
        lw      $s3, 4($sp)
        lw      $s2, 8($sp)
        lw      $s1, 12($sp)
        lw      $s0, 16($sp)
        lw      $ra, 20($sp)
        addi    $sp, $sp, 24
        jr      $ra

push:   addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        li      $t9, 3
again:  move    $a0, $s2
        move    $a1, $s3
        jal     fall
        move    $a0, $s1
        move    $a1, $s2
        jal     fall
        move    $a0, $s0
        move    $a1, $s1
        jal     fall
        addi    $t9, $t9, -1
        bnez    $t9, again
        lw      $ra, 4($sp)
        addi    $sp, $sp, 8
        jr      $ra

# Moves the tile at $a0 to $a1 if that is empty.
fall:   lw      $t0, 0($a0)
        lw      $t1, 0($a1)
        bnez    $t1, stay
        sw      $t0, 0($a1)
        sw      $0, 0($a0)
stay:   jr      $ra

# Merges the tile at $a0 into the one at $a1 if they are equal.
merge:  lw      $t0, 0($a0)
        lw      $t1, 0($a1)
        bne     $t0, $t1, apart
        add     $t1, $t1, $t0
        sw      $t1, 0($a1)
        sw      $0, 0($a0)
apart:  jr      $ra

check_win:
        li      $v0, 0
        la      $t0, puzzle_map
        li      $t1, 16
seek:   lw      $t2, 0($t0)
        slt     $t3, $t2, $s7
        xori    $t3, $t3, 1
        or      $v0, $v0, $t3
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bnez    $t1, seek
        jr      $ra

check_lose:
        addi    $sp, $sp, -4
        sw      $s0, ($sp)
        li      $v0, 0
        li      $s0, 0
some:   lw      $t0, puzzle_map($s0)
        beqz    $t0, answer
        addi    $s0, $s0, 4
        bne     $s0, 64, some
        li      $s0, 0
rows:   lw      $t0, puzzle_map($s0)
        lw      $t1, puzzle_map+4($s0)
        beq     $t0, $t1, answer
        addi    $s0, $s0, 4
        andi    $t2, $s0, 15
        bne     $t2, 12, rows
        addi    $s0, $s0, 4
        bne     $s0, 64, rows
        li      $s0, 0
below:  lw      $t0, puzzle_map($s0)
        lw      $t1, puzzle_map+16($s0)
        beq     $t0, $t1, answer
        addi    $s0, $s0, 4
        bne     $s0, 48, below
        li      $v0, 1
answer: lw      $s0, ($sp)
        addi    $sp, $sp, 4
        jr      $ra
