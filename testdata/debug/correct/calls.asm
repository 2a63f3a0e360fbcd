#--- a leaf
main:   li $a0, 3
        jal double
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
double: add $v0, $a0, $a0
        jr $ra
#--- a nested call with a frame
main:   li $a0, 3
        jal quadruple
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
quadruple:
        addi $sp, $sp, -4
        sw $ra, 0($sp)
        jal double
        move $a0, $v0
        jal double
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
double: add $v0, $a0, $a0
        jr $ra
#--- a factorial by recursion
main:   li $a0, 6
        jal fact
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
fact:   bgtz $a0, more
        li $v0, 1
        jr $ra
more:   addi $sp, $sp, -8
        sw $ra, 4($sp)
        sw $a0, 0($sp)
        addi $a0, $a0, -1
        jal fact
        lw $a0, 0($sp)
        lw $ra, 4($sp)
        addi $sp, $sp, 8
        mul $v0, $v0, $a0
        jr $ra
#--- fibonacci with saved registers
main:   li $a0, 10
        jal fib
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
fib:    slti $t0, $a0, 2
        beqz $t0, deep
        move $v0, $a0
        jr $ra
deep:   addi $sp, $sp, -12
        sw $ra, 8($sp)
        sw $s0, 4($sp)
        sw $s1, 0($sp)
        move $s0, $a0
        addi $a0, $s0, -1
        jal fib
        move $s1, $v0
        addi $a0, $s0, -2
        jal fib
        add $v0, $v0, $s1
        lw $s1, 0($sp)
        lw $s0, 4($sp)
        lw $ra, 8($sp)
        addi $sp, $sp, 12
        jr $ra
#--- saved registers that nobody had set are saved and restored
main:   jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, -8
        sw $s0, 4($sp)
        sw $s1, 0($sp)
        li $s0, 1
        li $s1, 2
        add $v0, $s0, $s1
        lw $s1, 0($sp)
        lw $s0, 4($sp)
        addi $sp, $sp, 8
        jr $ra
#--- a frame pointer
main:   li $fp, 0
        li $a0, 4
        jal f
        move $a0, $v0
        li $v0, 1
        syscall
        move $a0, $fp
        syscall
        li $v0, 10
        syscall
f:      addi $sp, $sp, -16
        sw $fp, 12($sp)
        addi $fp, $sp, 16
        sw $a0, -8($fp)
        lw $v0, -8($fp)
        lw $fp, 12($sp)
        addi $sp, $sp, 16
        jr $ra
#--- the frame is given back before its last load
main:   jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        sw $ra, 0($sp)
        jal g
        addi $sp, $sp, 4
        lw $ra, -4($sp)
        jr $ra
g:      jr $ra
#--- a temporary is saved around a call
main:   li $t0, 1
loop:   addi $sp, $sp, -4
        sw $t0, 0($sp)
        move $a0, $t0
        jal show
        lw $t0, 0($sp)
        addi $sp, $sp, 4
        addi $t0, $t0, 1
        ble $t0, 5, loop
        li $v0, 10
        syscall
show:   li $v0, 1
        syscall
        li $t0, ' '
        move $a0, $t0
        li $v0, 11
        syscall
        jr $ra
#--- a temporary is set again after each call
main:   li $s0, 1
loop:   li $t0, 2
        mul $a0, $s0, $t0
        jal show
        addi $s0, $s0, 1
        li $t0, 5
        ble $s0, $t0, loop
        li $v0, 10
        syscall
show:   li $v0, 1
        syscall
        li $t0, ' '
        move $a0, $t0
        li $v0, 11
        syscall
        jr $ra
#--- five arguments, the fifth on the stack
main:   li $a0, 1
        li $a1, 2
        li $a2, 3
        li $a3, 4
        addi $sp, $sp, -4
        li $t0, 5
        sw $t0, 0($sp)
        jal sum
        addi $sp, $sp, 4
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
sum:    add $v0, $a0, $a1
        add $v0, $v0, $a2
        add $v0, $v0, $a3
        lw $t0, 0($sp)
        add $v0, $v0, $t0
        jr $ra
#--- two results
main:   li $a0, 17
        li $a1, 5
        jal divide
        move $a0, $v0
        li $v0, 1
        syscall
        move $a0, $v1
        syscall
        li $v0, 10
        syscall
divide: div $a0, $a1
        mflo $v0
        mfhi $v1
        jr $ra
#--- an array is passed and changed
        .data
table:  .word 1, 2, 3
after:  .word 0
        .text
main:   la $a0, table
        li $a1, 3
        jal twice
        lw $a0, table+8
        li $v0, 1
        syscall
        lw $a0, after
        syscall
        li $v0, 10
        syscall
twice:  lw $t0, 0($a0)
        sll $t0, $t0, 1
        sw $t0, 0($a0)
        addi $a0, $a0, 4
        addi $a1, $a1, -1
        bnez $a1, twice
        jr $ra
#--- an array on the stack
main:   addi $sp, $sp, -12
        li $t0, 0
fill:   sll $t1, $t0, 2
        add $t1, $sp, $t1
        sw $t0, 0($t1)
        addi $t0, $t0, 1
        blt $t0, 3, fill
        move $a0, $sp
        li $a1, 3
        jal sum
        addi $sp, $sp, 12
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
sum:    li $v0, 0
loop:   lw $t0, 0($a0)
        add $v0, $v0, $t0
        addi $a0, $a0, 4
        addi $a1, $a1, -1
        bnez $a1, loop
        jr $ra
#--- a tail call
main:   li $a0, 3
        jal outer
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
outer:  addi $a0, $a0, 1
        j inner
inner:  add $v0, $a0, $a0
        jr $ra
#--- two entries, one above the other
main:   jal one
        move $a0, $v0
        li $v0, 1
        syscall
        li $a0, 5
        jal any
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
one:    li $a0, 1
any:    add $v0, $a0, $a0
        jr $ra
#--- a procedure by its address
main:   la $t9, f
        jalr $t9
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      li $v0, 7
        jr $ra
#--- callbacks
main:   la $a0, inc
        li $a1, 3
        jal apply
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
apply:  addi $sp, $sp, -4
        sw $ra, 0($sp)
        move $t9, $a0
        move $a0, $a1
        jalr $t9
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
inc:    addi $v0, $a0, 1
        jr $ra
#--- even and odd call each other
main:   li $a0, 7
        jal even
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
even:   beqz $a0, yes
        addi $a0, $a0, -1
        j odd
odd:    beqz $a0, no
        addi $a0, $a0, -1
        j even
yes:    li $v0, 1
        jr $ra
no:     li $v0, 0
        jr $ra
#--- two ways out, each with its frame
main:   li $a0, 0
        jal f
        li $a0, 1
        jal f
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        sw $ra, 0($sp)
        beqz $a0, zero
        li $v0, 1
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
zero:   li $v0, 0
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
#--- bubble sort with a procedure that swaps
        .data
table:  .word 5, 2, 9, 1
last:   .word 0
        .text
main:   li $s0, 0
outer:  li $s1, 0
inner:  sll $t0, $s1, 2
        la $t1, table
        add $a0, $t1, $t0
        lw $t2, 0($a0)
        lw $t3, 4($a0)
        ble $t2, $t3, next
        jal swap
next:   addi $s1, $s1, 1
        blt $s1, 3, inner
        addi $s0, $s0, 1
        blt $s0, 3, outer
        lw $a0, table
        li $v0, 1
        syscall
        lw $a0, last
        syscall
        li $v0, 10
        syscall
swap:   lw $t0, 0($a0)
        lw $t1, 4($a0)
        sw $t1, 0($a0)
        sw $t0, 4($a0)
        jr $ra
#--- the hanoi towers
main:   li $a0, 3
        li $s0, 0
        jal hanoi
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
hanoi:  beqz $a0, none
        addi $sp, $sp, -8
        sw $ra, 4($sp)
        sw $a0, 0($sp)
        addi $a0, $a0, -1
        jal hanoi
        addi $s0, $s0, 1
        lw $a0, 0($sp)
        addi $a0, $a0, -1
        jal hanoi
        lw $ra, 4($sp)
        addi $sp, $sp, 8
none:   jr $ra
#--- a buffer on the stack takes a line of input
main:   addi $sp, $sp, -32
        move $a0, $sp
        li $a1, 32
        li $v0, 8
        syscall
        lb $a0, 0($sp)
        li $v0, 1
        syscall
        addi $sp, $sp, 32
        li $v0, 10
        syscall
#--- a procedure that ends the program
main:   jal bye
bye:    li $v0, 10
        syscall
#--- deep recursion
main:   li $a0, 20000
        jal down
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
down:   beqz $a0, flat
        addi $sp, $sp, -4
        sw $ra, 0($sp)
        addi $a0, $a0, -1
        jal down
        addi $v0, $v0, 1
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
flat:   li $v0, 0
        jr $ra
#--- main is called without arguments, and looks whether there are any
        jal main
        li $v0, 10
        syscall
main:   blez $a0, none
        lw $a0, 0($a1)
        li $v0, 4
        syscall
none:   jr $ra
#--- calls deeper than are remembered
main:   li   $a0, 40000
        li   $s0, 7
        jal  down
        move $a0, $s0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
down:   addiu $sp, $sp, -8
        sw   $ra, 4($sp)
        sw   $s0, 0($sp)
        move $s0, $a0
        blez $a0, back
        addiu $a0, $a0, -1
        jal  down
back:   lw   $s0, 0($sp)
        lw   $ra, 4($sp)
        addiu $sp, $sp, 8
        jr   $ra
