# Sets the number of a service too early.
        .data
res:    .asciiz "Sum = "
        .text
main:   li      $a0, 20
        li      $a1, 22
        li      $v0, 4
        jal     sum                     #~ this overwrites $v0
        la      $a0, res
        syscall
        li      $v0, 10
        syscall
sum:    add     $v0, $a0, $a1
        jr      $ra
