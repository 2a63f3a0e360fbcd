# Counts vowels: a letter is never 'a' and 'e' at once.
        .data
s:      .asciiz "education"
        .text
main:   la      $t0, s
        li      $t2, 0
next:   lb      $t1, 0($t0)
        beqz    $t1, done
        bne     $t1, 'a', other
        bne     $t1, 'e', other         #~ always
        addi    $t2, $t2, 1
other:  addi    $t0, $t0, 1
        j       next
done:   move    $a0, $t2
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
