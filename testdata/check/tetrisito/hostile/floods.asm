# Prints YES without end.
        .data
yes:    .asciiz "YES\n"
        .text
main:   la      $a0, yes
        li      $v0, 4
        syscall
        b       main
