# Reads a number, prints it, and then loads from where nothing is.
main:   li      $v0, 5
        syscall
        move    $a0, $v0
        li      $v0, 1
        syscall
        lw      $t0, 0($zero)
