# Has none of the labels, and ends.
        li      $v0, 10
        syscall
