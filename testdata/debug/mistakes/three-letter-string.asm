# Prints a word of three letters.
        .data
s:      .asciiz "abc"
        .text
main:   lw      $a0, s                  #~ la is meant
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
