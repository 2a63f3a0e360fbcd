# A double in an odd register, which MARS notices only when it is executed.
main:   add.d $f1, $f2, $f4
        li $v0, 10
        syscall
