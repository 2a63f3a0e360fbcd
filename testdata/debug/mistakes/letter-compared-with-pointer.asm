# Counts vowels: compares the letter with the address of a vowel.
        .data
s:      .asciiz "education"
vow:    .asciiz "aeiou"
        .text
main:   la      $t0, s
        li      $t5, 0
next:   lb      $t1, 0($t0)
        beqz    $t1, done
        la      $t2, vow
vl:     lb      $t3, 0($t2)
        beqz    $t3, adv
        beq     $t1, $t2, hit           #~ $t3 is meant
        addi    $t2, $t2, 1
        j       vl
hit:    addi    $t5, $t5, 1
adv:    addi    $t0, $t0, 1
        j       next
done:   move    $a0, $t5
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
