# Reads raw from descriptor 0 and counts CR LF: 48 bytes a grid, 3 the number, 24 a piece.

        .data
buffer: .space  64
yes:    .asciiz "YES"
no:     .asciiz "NO"
        .text
main:   li      $v0, 0
        move    $s0, $v0                # the descriptor
        li      $a2, 48
        jal     read
        li      $a1, 8
        la      $a2, board
        jal     load_grid
        li      $a2, 48
        jal     read
        li      $a1, 8
        la      $a2, target
        jal     load_grid
        li      $a2, 3
        jal     read
        lb      $t0, buffer
        sub     $t0, $t0, 48
        sw      $t0, count
        li      $s1, 0
pieces: lw      $t0, count
        bge     $s1, $t0, ready
        li      $a2, 24
        jal     read
        li      $a1, 6
        move    $a2, $s1
        jal     load_piece
        addi    $s1, $s1, 1
        b       pieces
ready:  jal     search
        la      $a0, no
        beqz    $v1, say
        la      $a0, yes
say:    li      $v0, 4
        syscall
        li      $v0, 10
        syscall

# read: $a2 bytes into the buffer, whose address comes back in $a0.
read:   move    $a0, $s0
        la      $a1, buffer
        li      $v0, 14
        syscall
        move    $a0, $a1
        jr      $ra

        .include "parts/search.asm"
