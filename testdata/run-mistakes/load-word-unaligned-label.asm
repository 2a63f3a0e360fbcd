# The string before `count` ends in the middle of a word.
        .data
name:   .asciiz "Ada"
mark:   .byte 7
count:  .space 4
        .text
main:   lw $t0, count
        li $v0, 10
        syscall
