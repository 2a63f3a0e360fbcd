# A key interrupts a call.
#> next 4 = call
#> key x
#> next = after
#> reverse-next = call
#> break taken
#> next = breakpoint taken
#> reverse-finish = call
#> delete
#> next = after
main:   lui $t0, 0xffff
        li $t1, 2
        sw $t1, 0($t0)
        mfc0 $t2, $12
call:   jal f
after:  li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        ori $t2, $t2, 0x0101
        mtc0 $t2, $12
        nop
        nop
        nop
        jr $ra
.ktext 0x80000180
taken:  lui $k0, 0xffff
        lw $k1, 4($k0)
        eret
