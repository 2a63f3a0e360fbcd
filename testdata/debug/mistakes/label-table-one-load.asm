# Prints the second string of a table.
        .data
one:    .asciiz "one\n"
two:    .asciiz "two\n"
        .align  2
table:  .word   one, two
        .text
main:   la      $t0, table
        addi    $a0, $t0, 4             #~ the address of the entry, not the entry
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
