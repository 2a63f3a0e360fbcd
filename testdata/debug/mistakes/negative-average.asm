# The average of -7 and 4.
        .text
main:   li      $t0, -7
        li      $t1, 4
        add     $t2, $t0, $t1
        srl     $a0, $t2, 1             #~ sra is meant
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
