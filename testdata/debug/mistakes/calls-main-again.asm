# The menu calls main to start again.
        .text
main:   li      $t0, 1
        jal     menu
        li      $v0, 10
        syscall
menu:   li      $a0, '.'
        li      $v0, 11
        syscall
        jal     main                    #~ calls main instead of returning
        jr      $ra
