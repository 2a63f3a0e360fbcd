# Is the character that was typed a 7?
        .data
yes:    .asciiz "yes"
no:     .asciiz "no"
        .text
main:   li      $v0, 12
        syscall
        la      $a0, no
        bne     $v0, 7, show            #~ '7' is meant
        la      $a0, yes
show:   li      $v0, 4
        syscall
        li      $v0, 10
        syscall
