# Reverses a text from both ends.
        .data
s:      .asciiz "abcdef"
        .text
main:   la      $t0, s
        la      $t1, s
find:   lb      $t2, 0($t1)
        beqz    $t2, found
        addi    $t1, $t1, 1
        j       find
found:  addi    $t1, $t1, -1
swap:   beq     $t0, $t1, done          #~ an even number of characters: never equal
        lb      $t2, 0($t0)
        lb      $t3, 0($t1)
        sb      $t3, 0($t0)
        sb      $t2, 0($t1)
        addi    $t0, $t0, 1
        addi    $t1, $t1, -1
        j       swap
done:   la      $a0, s
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
