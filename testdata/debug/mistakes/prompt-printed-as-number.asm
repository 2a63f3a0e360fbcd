# Prints a square, and has left the prompt in $a0.
        .data
q:      .asciiz "n? "
        .text
main:   la      $a0, q
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        mul     $t0, $v0, $v0
        li      $v0, 1
        syscall                         #~ $a0 still holds the prompt
        li      $v0, 10
        syscall
