# Answers in Spanish, echoes all it reads, and first asks whether to begin.

        .data
line:   .space  8
menu:   .asciiz "1. Resolver (responde SI o NO)\n2. Salir\n"
yes:    .asciiz "SI, se puede\n"
no:     .asciiz "NO se puede\n"
        .align  2
text:   .space  48

        .text
main:   la      $a0, menu
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        bne     $v0, 1, leave
        la      $s1, board
        jal     grid
        la      $s1, target
        jal     grid
        li      $v0, 5
        syscall
        sw      $v0, count
        li      $s2, 0
pieces: lw      $t0, count
        beq     $s2, $t0, ready
        la      $s0, text
        li      $s3, 4
        jal     take
        la      $a0, text
        li      $a1, 8
        move    $a2, $s2
        jal     load_piece
        addi    $s2, $s2, 1
        b       pieces
ready:  jal     search
        la      $a0, no
        beqz    $v1, say
        la      $a0, yes
say:    li      $v0, 4
        syscall
leave:  li      $v0, 10
        syscall

# grid: six lines into the grid at $s1.
grid:   sub     $sp, $sp, 4
        sw      $ra, ($sp)
        la      $s0, text
        li      $s3, 6
        jal     take
        la      $a0, text
        li      $a1, 8
        move    $a2, $s1
        jal     load_grid
        lw      $ra, ($sp)
        add     $sp, $sp, 4
        jr      $ra

# take: $s3 lines to $s0, 8 bytes each, and echoes them.
take:   move    $a0, $s0
        li      $a1, 8
        li      $v0, 8
        syscall
        li      $v0, 4
        syscall
        addi    $s0, $s0, 8
        sub     $s3, $s3, 1
        bgtz    $s3, take
        jr      $ra

        .include "parts/search.asm"
