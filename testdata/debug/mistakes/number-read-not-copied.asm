# Reads a number and prints the address of the prompt.
        .data
p:      .asciiz "n? "
        .text
main:   li      $v0, 4
        la      $a0, p
        syscall
        li      $v0, 5
        syscall
        li      $v0, 1                   #~ $a0 still has the prompt
        syscall
        li      $v0, 10
        syscall
