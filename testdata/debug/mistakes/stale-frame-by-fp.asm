main:   jal  f
        lw   $a0, -8($sp)
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
f:      move $fp, $sp
        addiu $sp, $fp, -16
        li   $t0, 9
        sw   $t0, 8($sp)
        move $sp, $fp
        jr   $ra
