# An exception inside a call, whose handler calls a procedure itself.
#> next = after
#> reverse-next = main
#> step = f
#> next = trap
#> next = handler
#> next = handler+8
#> next = handled
#> reverse-next = handler+8
#> next = handled
#> reverse-finish = main
#> next = after
main:   jal f
after:  li $v0, 10
        syscall
f:      move $s0, $ra
trap:   teq $zero, $zero
        move $ra, $s0
        jr $ra
h:      addi $sp, $sp, -4
        jr $ra
.ktext 0x80000180
handler: la $k0, h
        jalr $k0
handled: mfc0 $k0, $14
        addi $k0, $k0, 4
        mtc0 $k0, $14
        eret
