# It fills the disk.
# args: --max-steps 100000000
# exit: 3
# says: --max-output

        .data
name:   .asciiz "big"
        .text
main:   la $a0, name
        li $a1, 1
        li $v0, 13
        syscall
        move $s0, $v0
again:  move $a0, $s0
        la $a1, name
        li $a2, 0x100000
        li $v0, 15
        syscall
        j again
