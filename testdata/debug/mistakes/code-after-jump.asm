# The result is stored after the jump.
        .data
out:    .word   0
        .text
main:   li      $t0, 3
        add     $t0, $t0, $t0
        j       show
        sw      $t0, out                #~ never executed
show:   lw      $a0, out
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
