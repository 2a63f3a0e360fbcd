# It opens a missing file two hundred thousand times.
# args: --max-steps 3000000
# exit: 0

        .data
name:   .asciiz "missing/file"
        .text
main:   li $s0, 200000
again:  la $a0, name
        li $a1, 0
        li $v0, 13
        syscall
        bgez $v0, wrong
        addiu $s0, $s0, -1
        bnez $s0, again
        li $v0, 10
        syscall
wrong:  li $a0, 9
        li $v0, 17
        syscall
