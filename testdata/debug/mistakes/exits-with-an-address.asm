# Service 17 takes the exit code in $a0, a string is there.
        .data
text:   .asciiz "bye\n"
        .text
main:   la      $a0, text
        li      $v0, 4
        syscall
        li      $v0, 17
        syscall
