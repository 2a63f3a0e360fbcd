# Calls of eighteen million instructions, one of which calls itself after that many.
#> next = second
#> reverse-next = main
#> next 2 = call
#> step = g
#> next 4 = inner
#> next = back
#> reverse-next = inner
#> next = back
#> finish = after
#> reverse-next = call
main:   jal f
second: li $a0, 3
call:   jal g
after:  li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        li $t0, 9000000
loop:   addi $t0, $t0, -1
        bgtz $t0, loop
        jr $ra
g:      addi $sp, $sp, -4
        sw $ra, 0($sp)
        addi $a0, $a0, -1
        beqz $a0, back
inner:  jal g
back:   li $t0, 4500000
wait:   addi $t0, $t0, -1
        bgtz $t0, wait
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
