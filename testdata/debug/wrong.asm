#--- a register that nobody set
        li $t0, 1
loop:   add $t2, $t2, $t0       #~ uninitialised-register
        addi $t0, $t0, 1
        ble $t0, 3, loop
        move $a0, $t2
        li $v0, 1
        syscall
#--- a copy of it is no use, but printing it is
        move $t0, $t1
        move $a0, $t0
        li $v0, 1
        syscall                 #~ uninitialised-register
#--- an argument was forgotten
        li $v0, 1
        syscall                 #~ uninitialised-register
#--- a float that nobody set
        add.s $f12, $f0, $f0    #~ uninitialised-register
        li $v0, 2
        syscall
#--- stack memory that nobody wrote
        addi $sp, $sp, -8
        li $t0, 1
        sw $t0, 4($sp)
        lw $t1, 0($sp)          #~ uninitialised-memory
        addi $t1, $t1, 1
#--- half a word was written
        addi $sp, $sp, -4
        li $t0, 1
        sh $t0, 0($sp)
        lw $t1, 0($sp)          #~ uninitialised-memory
        addi $t1, $t1, 1
#--- sbrk memory that nobody wrote
        li $a0, 8
        li $v0, 9
        syscall
        lw $a0, 4($v0)          #~ uninitialised-memory
        li $v0, 1
        syscall
#--- a saved register
main:   li $s0, 1
loop:   move $a0, $s0
        jal twice
        addi $s0, $s0, 1
        ble $s0, 3, loop
        li $v0, 10
        syscall
twice:  li $s0, 5               #~ saved-register
        add $v0, $s0, $a0
        jr $ra
#--- a saved register two calls deep
main:   li $s1, 1
        jal f
        move $a0, $s1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        sw $ra, 0($sp)
        jal g
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
g:      li $s1, 7               #~ saved-register
        add $v0, $s1, $s1
        jr $ra
#--- the wrong one is restored
main:   li $s0, 1
        li $s1, 2
        jal f
        add $a0, $s0, $s1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        sw $s0, 0($sp)
        li $s1, 9               #~ saved-register
        add $v0, $s1, $s1
        lw $s0, 0($sp)
        addi $sp, $sp, 4
        jr $ra
#--- $ra in a nested call
main:   li $a0, 2
        jal f
        li $v0, 10
        syscall
f:      addi $t0, $a0, 1
        jal g
        bgtz $t0, out
        nop
out:    jr $ra                  #~ return-address
g:      addi $v0, $a0, 1
        jr $ra
#--- main falls into a procedure
main:   li $a0, 2
        jal show
        li $a0, 3
        jal show
show:   li $v0, 1
        syscall
        addi $t7, $zero, 1
        jr $ra                  #~ return-address
#--- a temporary
main:   li $t0, 1
loop:   move $a0, $t0
        jal show
        addi $t0, $t0, 1        #~ temporary
        ble $t0, 3, loop
        li $v0, 10
        syscall
show:   li $t0, 9
        add $a0, $a0, $t0
        li $v0, 1
        syscall
        jr $ra
#--- an argument register
main:   li $a0, 3
        jal show
        addi $a0, $a0, 1        #~ temporary
        li $v0, 1
        syscall
        li $v0, 10
        syscall
show:   li $v0, 1
        syscall
        li $a0, '\n'
        li $v0, 11
        syscall
        jr $ra
#--- too little is given back
main:   jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, -8
        sw $ra, 4($sp)
        lw $ra, 4($sp)
        addi $sp, $sp, 4
        jr $ra                  #~ stack-balance
#--- too much is given back
main:   jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        sw $ra, 0($sp)
        lw $ra, 0($sp)
        addi $sp, $sp, 8
        jr $ra                  #~ stack-balance
#--- a local of a procedure that has returned
main:   jal f
        lw $a0, 0($v0)          #~ stale-frame
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      addi $sp, $sp, -8
        li $t0, 5
        sw $t0, 0($sp)
        move $v0, $sp
        addi $sp, $sp, 8
        jr $ra
#--- a loop that stores once too often
        .data
arr:    .space 12
n:      .word 3
        .text
        la $t0, arr
        li $t1, 0
loop:   sw $t1, 0($t0)          #~ store-past-end
        addi $t0, $t0, 4
        addi $t1, $t1, 1
        ble $t1, 3, loop
        lw $a0, n
        li $v0, 1
        syscall
#--- behind the last symbol there is nothing
        .data
arr:    .space 8
        .text
        la $t0, arr
        sw $zero, 8($t0)        #~ store-past-end
#--- a loop that loads once too often
        .data
arr:    .word 1, 2, 3
n:      .word 4
        .text
        la $t0, arr
        lw $t1, n
        li $a0, 0
loop:   lw $t2, 0($t0)          #~ load-past-end
        add $a0, $a0, $t2
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bgtz $t1, loop
        li $v0, 1
        syscall
#--- an index beyond the end
        .data
arr:    .word 1, 2, 3
n:      .word 4
        .text
        li $t0, 12
        lw $t1, arr($t0)        #~ load-past-end
        addi $t1, $t1, 1
        lw $t2, n
#--- behind the end of an sbrk block
        li $a0, 8
        li $v0, 9
        syscall
        sw $zero, 8($v0)        #~ store-past-end
#--- a block runs into the next one
        li $a0, 8
        li $v0, 9
        syscall
        move $s0, $v0
        li $v0, 9
        syscall
        move $s1, $v0
        sw $zero, 0($s1)
        li $t0, 5
        sw $t0, 8($s0)          #~ store-past-end
        lw $a0, 0($s1)
        li $v0, 1
        syscall
#--- input longer than its buffer
        .data
name:   .space 4
other:  .word 7
        .text
        la $a0, name
        li $a1, 20
        li $v0, 8
        syscall                 #~ store-past-end
        lw $a0, other
        li $v0, 1
        syscall
#--- the wrong service for a string
        .data
hello:  .asciiz "hello"
        .text
        la $a0, hello
        li $v0, 1
        syscall                 #~ address-printed
#--- an address instead of what is there
        .data
n:      .word 3
        .text
        la $t0, n
        li $t1, 0
        bge $t1, $t0, done      #~ address-compared
done:   nop
#--- a result that was left in a temporary
main:   li $a0, 6
        jal square
        move $a0, $v0
        li $v0, 1
        syscall                 #~ uninitialised-register
        li $v0, 10
        syscall
square: mul $t0, $a0, $a0
        jr $ra
#--- the second argument is in another register
main:   li $a0, 3
        li $a2, 9
        jal max
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
max:    move $v0, $a0
        bge $a0, $a1, back      #~ uninitialised-register
        move $v0, $a1
back:   jr $ra
#--- an argument was overwritten by the address of a text
        .data
msg:    .asciiz "half is "
        .text
main:   li $a0, 10
        jal half
        li $v0, 10
        syscall
half:   li $t0, 2
        la $a0, msg
        li $v0, 4
        syscall
        div $a0, $t0            #~ address-computed
        mflo $a0
        li $v0, 1
        syscall
        jr $ra
