# `outer` calls `inner` and so loses the way back to `main`.
main:   jal outer
        li $v0, 10
        syscall
outer:  jal inner
        jr $ra
inner:  jr $ra
