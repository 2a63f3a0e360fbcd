# A loop that calls itself: $ra is gone at the end.
        .text
main:   li      $a0, 3
        jal     count
        li      $v0, 10
        syscall
count:  li      $v0, 1
        syscall
        addi    $a0, $a0, -1
        beqz    $a0, done
        jal     count
done:   jr      $ra
