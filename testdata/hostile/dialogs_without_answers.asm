# It asks somebody who has left.
# args: --max-steps 100000
# exit: 3
# says: --max-steps

        .data
text:   .asciiz "well?"
        .text
main:   la $a0, text
        li $v0, 50
        syscall
        la $a0, text
        li $v0, 51
        syscall
        la $a0, text
        la $a1, 0x10010100
        li $a2, 0x7fffffff
        li $v0, 54
        syscall
        j main
