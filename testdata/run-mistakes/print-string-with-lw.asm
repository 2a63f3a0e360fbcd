# The text itself is loaded instead of its address.
        .data
hello:  .asciiz "hello"
        .align 2
        .text
main:   lw $a0, hello
        li $v0, 4
        syscall
        li $v0, 10
        syscall
