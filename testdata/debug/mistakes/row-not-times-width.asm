# Writes into row 3 of a grid of words, and forgets the stride.
        .data
grid:   .space  64
        .text
main:   li      $t0, 3
        li      $t1, 2
        add     $t2, $t0, $t1
        la      $t3, grid
        add     $t2, $t2, $t3
        li      $t4, 9
        sw      $t4, 0($t2)
        li      $v0, 10
        syscall
