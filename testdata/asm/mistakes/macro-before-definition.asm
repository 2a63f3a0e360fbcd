main:   done
        .macro done
        li $v0, 10
        syscall
        .end_macro
