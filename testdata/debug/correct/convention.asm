#--- $ra is kept in a saved register
main:   jal f
        li $v0, 10
        syscall
f:      move $s7, $ra
        jal g
        jr $s7
g:      jr $ra
#--- $ra is kept in a temporary and put back
main:   jal f
        li $v0, 10
        syscall
f:      move $t9, $ra
        jal g
        move $ra, $t9
        jr $ra
g:      jr $ra
#--- $ra is kept in memory
        .data
back:   .word 0
        .text
main:   jal f
        li $v0, 10
        syscall
f:      sw $ra, back
        jal g
        lw $ra, back
        jr $ra
g:      jr $ra
#--- a temporary survives because nobody touches it
main:   li $t0, 1
loop:   move $a0, $t0
        jal show
        addi $t0, $t0, 1
        ble $t0, 3, loop
        li $v0, 10
        syscall
show:   li $v0, 1
        syscall
        jr $ra
#--- a saved register is lost and nobody minds
main:   li $s0, 5
        move $a0, $s0
        jal f
        li $v0, 10
        syscall
f:      li $s0, 7
        move $a0, $s0
        li $v0, 1
        syscall
        jr $ra
#--- a saved register is lost, and set again before it is used
main:   li $s0, 5
        jal f
        li $s0, 6
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      li $s0, 7
        add $v0, $s0, $s0
        jr $ra
#--- a saved register is shared: procedures count in it
main:   li $s0, 0
        jal hit
        jal hit
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
hit:    addi $s0, $s0, 1
        jr $ra
#--- a procedure sets the shared registers up
main:   jal init
        add $a0, $s0, $s1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
init:   li $s0, 3
        li $s1, 4
        jr $ra
#--- they are set up once more
main:   jal init
        addi $s0, $s0, 1
        move $a0, $s0
        li $v0, 1
        syscall
        jal init
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
init:   li $s0, 3
        jr $ra
#--- a result in a temporary
main:   li $t0, 9
        move $a0, $t0
        jal square
        move $a0, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
square: mul $t0, $a0, $a0
        jr $ra
#--- a length in a temporary
        .data
text:   .asciiz "four"
        .text
main:   la $a0, text
        jal length
        move $a0, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
length: li $t0, 0
next:   lb $t1, 0($a0)
        beqz $t1, done
        addi $t0, $t0, 1
        addi $a0, $a0, 1
        j next
done:   jr $ra
#--- an argument in a temporary, changed in place
main:   li $t0, 4
        jal twice
        move $a0, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
twice:  add $t0, $t0, $t0
        bltz $t0, none
none:   jr $ra
#--- a procedure that undoes its change of a saved register
main:   li $s0, 4
        jal f
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      addi $s0, $s0, 1
        add $v0, $s0, $s0
        addi $s0, $s0, -1
        jr $ra
#--- push and pop as procedures
main:   li $a0, 5
        jal push
        li $a0, 6
        jal push
        jal pop
        move $a0, $v0
        li $v0, 1
        syscall
        jal pop
        li $v0, 10
        syscall
push:   addi $sp, $sp, -4
        sw $a0, 0($sp)
        jr $ra
pop:    lw $v0, 0($sp)
        addi $sp, $sp, 4
        jr $ra
#--- a leaf uses memory below $sp
main:   li $a0, 5
        jal f
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      sw $a0, -4($sp)
        li $a0, 1
        lw $v0, -4($sp)
        jr $ra
#--- a jump out of two procedures at once
main:   la $s7, out
        move $s6, $sp
        jal f
        li $v0, 10
        syscall
out:    move $sp, $s6
        li $a0, 1
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
g:      jr $s7
#--- a call by hand
main:   la $ra, back
        j f
back:   move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      li $v0, 3
        jr $ra
#--- jal as a jump that never returns
main:   li $s0, 0
again:  addi $s0, $s0, 1
        beq $s0, 3, done
        jal again
done:   li $v0, 10
        syscall
#--- the program counter by jal
main:   jal here
here:   move $t0, $ra
        la $t1, here
        sub $a0, $t1, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- main falls into a loop that is called as well
main:   li $s0, 2
loop:   addi $s0, $s0, -1
        bltz $s0, done
        jal loop
done:   li $v0, 10
        syscall
#--- a stack of its own in static memory
        .data
stack:  .space 64
top:    .word 0
        .text
main:   move $s0, $sp
        la $sp, top
        li $a0, 3
        jal f
        move $sp, $s0
        move $a0, $v0
        li $v0, 1
        syscall
        lw $a0, top
        syscall
        li $v0, 10
        syscall
f:      addi $sp, $sp, -8
        sw $ra, 4($sp)
        sw $a0, 0($sp)
        jal g
        lw $ra, 4($sp)
        addi $sp, $sp, 8
        jr $ra
g:      add $v0, $a0, $a0
        jr $ra
#--- two coroutines that take turns
        .data
other:  .word 0
        .text
main:   la $t0, second
        sw $t0, other
        li $s0, 0
first:  addi $s0, $s0, 1
        jal switch
        blt $s0, 5, first
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
second: addi $s0, $s0, 10
        jal switch
        j second
switch: lw $t0, other
        sw $ra, other
        jr $t0
#--- $fp and $gp as plain registers
main:   li $fp, 3
        li $gp, 4
        jal f
        add $a0, $fp, $gp
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      jr $ra
#--- a procedure restores from a copy in a register
main:   li $s0, 3
        jal f
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      move $t8, $s0
        li $s0, 9
        add $v0, $s0, $s0
        move $s0, $t8
        jr $ra
#--- a shared temporary, passed through two procedures
main:   li $t5, 1
        jal f
        move $a0, $t5
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        sw $ra, 0($sp)
        addi $t5, $t5, 1
        jal g
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
g:      sll $t5, $t5, 1
        jr $ra
#--- a register is saved above the frame, where the caller has left room for it
main:   li $s0, 3
        addi $sp, $sp, -8
        li $a0, 5
        sw $a0, 4($sp)
        jal work
        lw $a0, 4($sp)
        add $a0, $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
work:   addi $sp, $sp, -4
        sw $ra, 0($sp)
        sw $s0, 4($sp)
        li $s0, 9
        lw $s0, 4($sp)
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
#--- arguments are put into the room that the caller has for them
main:   addi $sp, $sp, -8
        li $a0, 5
        li $a1, 6
        jal sum
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
sum:    addi $sp, $sp, -4
        sw $ra, 0($sp)
        sw $a0, 4($sp)
        sw $a1, 8($sp)
        lw $t0, 4($sp)
        lw $t1, 8($sp)
        add $v0, $t0, $t1
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
