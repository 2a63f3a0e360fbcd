# A key interrupts a call.
#> next 3 = call
#> step = f
#> key x
#> finish = after
#> reverse-next = call
#> break taken
#> next = breakpoint taken
#> reverse-finish = call
#> delete
#> next = after
main:   lui $t0, 0xffff
        li $t1, 2
        sw $t1, 0($t0)
call:   jal f
after:  li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        nop
        nop
        jr $ra
.ktext 0x80000180
taken:  lui $k0, 0xffff
        lw $k1, 4($k0)
        eret
