# Adds what was read, but reads into nothing.
        .text
main:   li      $t0, 4
        add     $t1, $t0, $v0           #~ $v0 was never set
        move    $a0, $t1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
