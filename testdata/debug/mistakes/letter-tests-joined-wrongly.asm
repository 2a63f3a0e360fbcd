# Capital letters: whatever is not at least 'a' is at most 'z'.
        .data
s:      .asciiz "Hi, Bob 42!"
        .text
main:   la      $t0, s
next:   lb      $t1, 0($t0)
        beqz    $t1, done
        bge     $t1, 'a', up
        ble     $t1, 'z', up           #~ always, after the line before
        j       skip
up:     addi    $t1, $t1, -32
        sb      $t1, 0($t0)
skip:   addi    $t0, $t0, 1
        j       next
done:   la      $a0, s
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
