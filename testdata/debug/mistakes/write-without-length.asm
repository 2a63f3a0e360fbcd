# Service 15 needs the number of bytes in $a2.
        .data
text:   .asciiz "hello\n"
        .text
main:   li      $a0, 1
        la      $a1, text
        li      $v0, 15
        syscall
        li      $v0, 10
        syscall
