# There are three entries, and the number 3 is the fourth.
        .data
table:  .word   zero, one, two
name:   .asciiz "abc"
        .text
main:   li      $t0, 3
        sll     $t0, $t0, 2
        lw      $t2, table($t0)
        jr      $t2
zero:   li      $a0, 0
        j       out
one:    li      $a0, 1
        j       out
two:    li      $a0, 2
out:    li      $v0, 1
        syscall
        la      $a0, name
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
