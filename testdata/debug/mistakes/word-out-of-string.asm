# A word behind a string without .align, reached by its offset.
        .data
text:   .asciiz "abcde"
        .text
main:   la      $t0, text
        lw      $a0, 1($t0)
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
