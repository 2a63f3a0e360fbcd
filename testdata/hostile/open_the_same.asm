# It opens a file again and again, which can be done once.
# args: --max-steps 3000000
# exit: 4

        .data
name:   .asciiz "file"
        .text
main:   li $s0, 100000
        li $s1, 1                       # opens that worked, and three
again:  la $a0, name
        li $a1, 1
        li $v0, 13
        syscall
        bltz $v0, next
        addiu $s1, $v0, 1
next:   addiu $s0, $s0, -1
        bnez $s0, again
        move $a0, $s1
        li $v0, 17
        syscall
