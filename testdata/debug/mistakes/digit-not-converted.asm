# A character is used as the index of a table without subtracting '0'.
        .data
names:  .word zero, one, two
zero:   .asciiz "zero"
one:    .asciiz "one"
two:    .asciiz "two"
        .text
main:   li      $v0, 12
        syscall
        sll     $t0, $v0, 2
        lw      $a0, names($t0)
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
