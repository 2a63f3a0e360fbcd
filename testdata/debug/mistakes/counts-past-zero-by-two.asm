# Counts down by two from an odd number until it is zero.
        .data
array:  .space  40
        .text
main:   li      $t0, 9
        la      $t1, array
loop:   sw      $t0, 0($t1)
        addi    $t1, $t1, 4
        addi    $t0, $t0, -2
        bnez    $t0, loop
        li      $v0, 10
        syscall
