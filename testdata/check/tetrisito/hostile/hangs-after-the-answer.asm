# Says NO and goes on for ever.
        .data
no:     .asciiz "NO"
        .text
main:   la      $a0, no
        li      $v0, 4
        syscall
again:  b       again
