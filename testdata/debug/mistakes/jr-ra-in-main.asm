        .data
hello:  .asciiz "Hello\n"
        .text
main:   li      $v0, 4
        la      $a0, hello
        syscall
        jr      $ra
