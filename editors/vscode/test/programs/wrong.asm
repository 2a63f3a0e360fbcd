        .text
main:   la   $a0, mesage
        li   $v0, 4
        syscall
        li   $v0, 10
        syscall

        .data
message: .asciiz "Hello\n"
