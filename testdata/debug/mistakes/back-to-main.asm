# The procedure jumps back to main instead of returning.
        .text
main:   li      $a0, 3
        jal     show
        li      $v0, 10
        syscall
show:   li      $v0, 1
        syscall
        j       main                    #~ starts the program again
