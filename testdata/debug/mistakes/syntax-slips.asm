        .data
msg     .asciiz "Enter a number: "
arr:    .word 1 2 3,
buf:    .spce 10
        .text
main
        li $v0 4
        la $a0, mgs
        syscal
        li $v0, 5;
        move $t0, $v1x
        addi $t1, $t0, 70000
        subi $t2, $t1 1
        lw $t3, arr[0]
        mult $t4, $t3, $t2
        bgt $t4, 10 done
        jump done
        li $t0, "5"
        sw $t4, 4 $sp
done:   li $v0, 10
        syscall
