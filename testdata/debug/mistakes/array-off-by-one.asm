# Fills an array with 1 to 5 and prints what follows it.
        .data
arr:    .space  20
limit:  .word   5
        .text
main:   la      $t0, arr
        li      $t1, 0
fill:   addi    $t2, $t1, 1
        sll     $t3, $t1, 2
        add     $t3, $t0, $t3
        sw      $t2, 0($t3)
        addi    $t1, $t1, 1
        ble     $t1, 5, fill            # one turn too many
        lw      $a0, limit
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
