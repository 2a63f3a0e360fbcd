# Forgets the jump between its two answers.
        .data
yes:    .asciiz "YES\n"
no:     .asciiz "NO\n"
        .text
main:   la      $a0, yes
        li      $v0, 4
        syscall
        la      $a0, no
        syscall
        li      $v0, 10
        syscall
