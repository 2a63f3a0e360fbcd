# The length of what is typed.
        .data
buf:    .space  32
        .text
main:   la      $a0, buf
        li      $a1, 32
        li      $v0, 8
        syscall
        li      $t1, 0
        la      $t0, buf
loop:   lb      $t2, 0($t0)
        beqz    $t2, done               #? the newline is counted too
        addi    $t1, $t1, 1
        addi    $t0, $t0, 1
        j       loop
done:   move    $a0, $t1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
