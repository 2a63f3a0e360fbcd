# Forgets the number of the service.
        .data
msg:    .asciiz "hello"
        .text
main:   la      $a0, msg
        syscall                         #~ $v0 was never set
        li      $v0, 10
        syscall
