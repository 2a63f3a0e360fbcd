# Every level returns to the same address.
#> next = call
#> step = fact
#> next 4 = fact+16
#> next 2 = again
#> next = back
#> reverse-next = again
#> step = fact
#> finish = back
#> reverse-finish = call
#> next = after
#> reverse-next = call
#> next = after
#> finish = outside after
main:   li $a0, 4
call:   jal fact
after:  move $a0, $v0
        li $v0, 10
        syscall
fact:   addi $sp, $sp, -8
        sw $ra, 0($sp)
        sw $a0, 4($sp)
        li $v0, 1
        blez $a0, done
        addi $a0, $a0, -1
again:  jal fact
back:   lw $a0, 4($sp)
        mul $v0, $v0, $a0
done:   lw $ra, 0($sp)
        addi $sp, $sp, 8
        jr $ra
