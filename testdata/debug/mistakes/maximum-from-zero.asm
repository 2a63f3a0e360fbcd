# The largest of three negative numbers.
        .data
v:      .word   -5, -2, -9
        .text
main:   la      $t0, v
        li      $t1, 3
        li      $t2, 0                  #? all numbers are smaller
loop:   beqz    $t1, done
        lw      $t3, 0($t0)
        ble     $t3, $t2, next
        move    $t2, $t3
next:   addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        j       loop
done:   move    $a0, $t2
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
