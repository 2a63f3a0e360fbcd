# Shows the grid before and after; each row is printed as one integer, and without a solution only
# the grid as it was, with its zeros.

        .eqv    SIZE    9
        .eqv    BOX     3
        .eqv    CELLS   81

        .data
line:   .space  12
before: .asciiz "Your Sudoku:\n"
after:  .asciiz "Solved:\n"

        .text
main:   li      $s0, 0
row:    la      $a0, line
        li      $a1, 12
        li      $v0, 8
        syscall
        li      $t0, 0
cell:   lb      $t1, line($t0)
        sub     $t1, $t1, 48
        sb      $t1, cells($s0)
        addi    $s0, $s0, 1
        addi    $t0, $t0, 1
        bne     $t0, 9, cell
        bne     $s0, CELLS, row
        la      $a0, before
        jal     show
        jal     fill
        beqz    $v0, end
        la      $a0, after
        jal     show
end:    li      $v0, 10
        syscall

# show: a text and the grid, a row as one number.
show:   li      $v0, 4
        syscall
        li      $t0, 0
next:   li      $t1, 0
        li      $t2, 9
join:   mul     $t1, $t1, 10
        lb      $t3, cells($t0)
        add     $t1, $t1, $t3
        addi    $t0, $t0, 1
        sub     $t2, $t2, 1
        bgtz    $t2, join
        move    $a0, $t1
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        bne     $t0, CELLS, next
        jr      $ra

        .include "parts/iterative.asm"
