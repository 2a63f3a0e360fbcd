# Asks for every line, answers in a sentence, and reads the number as a string.

        .data
line:   .space  16
ask_grid:
        .asciiz "\nStart and goal, 12 rows (# = block, . = no block)\n"
ask_row:
        .asciiz "row> "
ask_number:
        .asciiz "How many pieces? "
yes:    .asciiz "\n*** Yes! ***\n"
no:     .asciiz "\n*** No. ***\n"

        .text
main:   la      $a0, ask_grid
        li      $v0, 4
        syscall
        li      $s0, 0                  # row
rows:   jal     ask
        la      $t0, line
        blt     $s0, 6, first
        addi    $s2, $s0, -2            # rows 6 to 11 go to the rows 4 to 9 of the target
        la      $t1, target
        b       store
first:  addi    $s2, $s0, 4
        la      $t1, board
store:  mul     $s2, $s2, 24
        add     $t1, $t1, $s2
        li      $t2, 6
cell:   lb      $t3, ($t0)
        bne     $t3, '#', blank
        li      $t4, 1
        sw      $t4, ($t1)
blank:  addi    $t0, $t0, 1
        addi    $t1, $t1, 4
        sub     $t2, $t2, 1
        bgtz    $t2, cell
        addi    $s0, $s0, 1
        blt     $s0, 12, rows
        la      $a0, ask_number
        li      $v0, 4
        syscall
        jal     get
        lb      $t0, line
        addi    $t0, $t0, -48
        sw      $t0, count
        li      $s1, 0
pieces: lw      $t0, count
        bge     $s1, $t0, ready
        li      $s0, 0
box:    jal     ask
        la      $t0, line
        lw      $t1, ($t0)              # four cells are one word, wherever they are wanted
        sll     $t2, $s0, 2
        sw      $t1, text($t2)
        addi    $s0, $s0, 1
        blt     $s0, 4, box
        la      $a0, text
        li      $a1, 4
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

ask:    la      $a0, ask_row
        li      $v0, 4
        syscall
get:    la      $a0, line
        li      $a1, 16
        li      $v0, 8
        syscall
        jr      $ra

        .data
        .align  2
text:   .space  16
        .include "parts/search.asm"
