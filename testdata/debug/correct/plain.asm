#--- a sum of constants
        li $t0, 2
        li $t1, 3
        add $a0, $t0, $t1
        li $v0, 1
        syscall
#--- a loop that counts up
        li $t0, 0
loop:   move $a0, $t0
        li $v0, 1
        syscall
        addi $t0, $t0, 1
        blt $t0, 5, loop
#--- a loop that counts down to zero
        li $t0, 9
loop:   addi $t0, $t0, -1
        bnez $t0, loop
#--- a register made zero by itself
        xor $t0, $t0, $t0
        sub $t1, $t1, $t1
        subu $t2, $t2, $t2
        and $t3, $t3, $zero
        andi $t4, $t4, 0
        add $a0, $t0, $t1
        add $a0, $a0, $t2
        add $a0, $a0, $t3
        add $a0, $a0, $t4
        li $v0, 1
        syscall
#--- the greatest common divisor
        li $t0, 84
        li $t1, 36
loop:   beqz $t1, done
        div $t0, $t1
        move $t0, $t1
        mfhi $t1
        j loop
done:   move $a0, $t0
        li $v0, 1
        syscall
#--- a product by shifts
        li $t0, 13
        li $t1, 11
        li $t2, 0
loop:   beqz $t1, done
        andi $t3, $t1, 1
        beqz $t3, even
        add $t2, $t2, $t0
even:   sll $t0, $t0, 1
        srl $t1, $t1, 1
        j loop
done:   move $a0, $t2
        li $v0, 1
        syscall
#--- the bits of a word
        li $t0, 0xb5
        li $t1, 8
loop:   addi $t1, $t1, -1
        srlv $t2, $t0, $t1
        andi $a0, $t2, 1
        li $v0, 1
        syscall
        bgtz $t1, loop
#--- a conditional move into a register that nobody set
        li $t1, 1
        li $t2, 7
        movn $t0, $t2, $t1
        move $a0, $t0
        li $v0, 1
        syscall
#--- hello
        .data
hello:  .asciiz "hello\n"
        .text
        la $a0, hello
        li $v0, 4
        syscall
#--- two strings, the second behind the first
        .data
one:    .asciiz "one "
two:    .asciiz "two"
        .text
        la $a0, one
        li $v0, 4
        syscall
        la $a0, two
        syscall
#--- a string in parts
        .data
line:   .ascii "first, "
        .ascii "second, "
        .asciiz "third"
        .text
        la $a0, line
        li $v0, 4
        syscall
#--- space is zero by right
        .data
table:  .space 40
        .text
        lw $a0, table+8
        li $v0, 1
        syscall
#--- an array is filled and summed
        .data
table:  .space 20
limit:  .word 5
        .text
        la $t0, table
        lw $t1, limit
        li $t2, 0
fill:   sll $t3, $t2, 2
        add $t3, $t0, $t3
        sw $t2, 0($t3)
        addi $t2, $t2, 1
        blt $t2, $t1, fill
        li $t4, 0
        li $t2, 0
add:    lw $t5, 0($t0)
        add $t4, $t4, $t5
        addi $t0, $t0, 4
        addi $t2, $t2, 1
        blt $t2, $t1, add
        move $a0, $t4
        li $v0, 1
        syscall
#--- a walk up to a label that ends the array
        .data
table:  .word 3, 1, 4, 1, 5
end:    .word 99
        .text
        la $t0, table
        la $t1, end
        li $a0, 0
loop:   lw $t2, 0($t0)
        add $a0, $a0, $t2
        addi $t0, $t0, 4
        bne $t0, $t1, loop
        li $v0, 1
        syscall
        lw $a0, end
        syscall
#--- a walk backwards from the end
        .data
table:  .word 3, 1, 4, 1, 5
end:    .word 99
        .text
        la $t0, end
        la $t1, table
        li $a0, 0
loop:   addi $t0, $t0, -4
        lw $t2, 0($t0)
        add $a0, $a0, $t2
        bne $t0, $t1, loop
        li $v0, 1
        syscall
#--- rows with labels of their own, walked as one table
        .data
row0:   .word 1, 2, 3
row1:   .word 4, 5, 6
row2:   .word 7, 8, 9
after:  .word 0
        .text
        la $t0, row0
        li $t1, 9
        li $a0, 0
loop:   lw $t2, 0($t0)
        add $a0, $a0, $t2
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bnez $t1, loop
        li $v0, 1
        syscall
        lw $a0, after
        syscall
#--- everything from one label to another is cleared
        .data
score:  .word 5
lives:  .word 3
level:  .word 2
end:    .word 7
        .text
        la $t0, score
        la $t1, end
clear:  sw $zero, 0($t0)
        addi $t0, $t0, 4
        bne $t0, $t1, clear
        lw $a0, lives
        li $v0, 1
        syscall
        lw $a0, level
        syscall
#--- a record whose fields have labels, under one label for all
        .data
state:
score:  .word 5
lives:  .word 3
        .text
        la $s0, state
        li $t0, 8
        sw $t0, 4($s0)
        lw $a0, lives
        li $v0, 1
        syscall
        lw $a0, score
        syscall
#--- one element is loaded ahead and not used
        .data
table:  .word 1, 2, 3
after:  .word 9
        .text
        la $t0, table
        li $t1, 3
        li $a0, 0
        lw $t2, 0($t0)
loop:   add $a0, $a0, $t2
        lw $t2, 4($t0)
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bnez $t1, loop
        li $v0, 1
        syscall
        lw $a0, after
        syscall
#--- several variables are copied in one go
        .data
a:      .word 1
b:      .word 2
copy:   .space 8
        .text
        la $t0, a
        la $t1, copy
        li $t2, 2
loop:   lw $t3, 0($t0)
        sw $t3, 0($t1)
        addi $t0, $t0, 4
        addi $t1, $t1, 4
        addi $t2, $t2, -1
        bnez $t2, loop
        lw $a0, b
        li $v0, 1
        syscall
#--- an index into a label
        .data
table:  .word 10, 20, 30
next:   .word 0
        .text
        li $t0, 8
        lw $a0, table($t0)
        li $v0, 1
        syscall
        lw $a0, next
        syscall
#--- bytes and halves
        .data
bytes:  .byte 1, 2, 3, 4
halves: .half 5, 6
        .text
        la $t0, bytes
        lb $t1, 3($t0)
        lbu $t2, 0($t0)
        la $t3, halves
        lh $t4, 2($t3)
        add $a0, $t1, $t2
        add $a0, $a0, $t4
        li $v0, 1
        syscall
#--- a word is read at an odd address
        .data
bytes:  .byte 1, 2, 3, 4, 5, 6, 7, 8
        .text
        ulw $a0, bytes+1
        li $v0, 34
        syscall
#--- a linked list
        .data
a:      .word 1, b
b:      .word 2, c
c:      .word 3, 0
        .text
        la $t0, a
        li $a0, 0
walk:   beqz $t0, done
        lw $t1, 0($t0)
        add $a0, $a0, $t1
        lw $t0, 4($t0)
        j walk
done:   li $v0, 1
        syscall
#--- a table of addresses
        .data
table:  .word one, two
one:    .asciiz "one"
two:    .asciiz "two"
        .text
        la $t0, table
        lw $a0, 4($t0)
        li $v0, 4
        syscall
#--- a jump through a table
        .data
cases:  .word zero, one
        .text
        la $t0, cases
        lw $t1, 4($t0)
        jr $t1
zero:   li $a0, 0
        j show
one:    li $a0, 1
show:   li $v0, 1
        syscall
#--- the length of a string
        .data
text:   .asciiz "twelve chars"
other:  .asciiz "!"
        .text
        la $t0, text
        li $a0, 0
loop:   add $t1, $t0, $a0
        lb $t2, 0($t1)
        beqz $t2, done
        addi $a0, $a0, 1
        j loop
done:   li $v0, 1
        syscall
        la $a0, other
        li $v0, 4
        syscall
#--- a string is reversed
        .data
word:   .asciiz "hello"
back:   .space 16
        .text
        la $t0, word
        li $t1, 0
count:  add $t2, $t0, $t1
        lb $t3, 0($t2)
        beqz $t3, counted
        addi $t1, $t1, 1
        j count
counted:
        la $t4, back
        add $t0, $t0, $t1
copy:   addi $t0, $t0, -1
        lb $t3, 0($t0)
        sb $t3, 0($t4)
        addi $t4, $t4, 1
        addi $t1, $t1, -1
        bgtz $t1, copy
        sb $zero, 0($t4)
        la $a0, back
        li $v0, 4
        syscall
#--- two arrays are sorted into one
        .data
a:      .word 1, 4, 6
b:      .word 2, 3, 9
c:      .space 24
        .text
        la $t0, a
        la $t1, b
        la $t2, c
        addi $t3, $t0, 12
        addi $t4, $t1, 12
loop:   beq $t0, $t3, right
        beq $t1, $t4, left
        lw $t5, 0($t0)
        lw $t6, 0($t1)
        blt $t5, $t6, left
right:  beq $t1, $t4, done
        lw $t6, 0($t1)
        sw $t6, 0($t2)
        addi $t1, $t1, 4
        j next
left:   beq $t0, $t3, done
        lw $t5, 0($t0)
        sw $t5, 0($t2)
        addi $t0, $t0, 4
next:   addi $t2, $t2, 4
        j loop
done:   lw $a0, c+16
        li $v0, 1
        syscall
#--- pointers are compared by size
        .data
table:  .word 3, 1, 4
        .text
        la $t0, table
        addi $t1, $t0, 12
        li $a0, 0
loop:   lw $t2, 0($t0)
        add $a0, $a0, $t2
        addi $t0, $t0, 4
        blt $t0, $t1, loop
        li $v0, 1
        syscall
#--- an address is printed in hex
        .data
x:      .word 1
        .text
        la $a0, x
        li $v0, 34
        syscall
#--- the difference of two addresses is a number
        .data
a:      .word 1, 2, 3
b:      .word 4
        .text
        la $t0, a
        la $t1, b
        sub $a0, $t1, $t0
        li $v0, 1
        syscall
        blt $a0, 100, done
done:   nop
#--- memory from sbrk
        li $a0, 16
        li $v0, 9
        syscall
        move $s0, $v0
        li $t0, 4
        li $t1, 0
fill:   sll $t2, $t1, 2
        add $t2, $s0, $t2
        sw $t1, 0($t2)
        addi $t1, $t1, 1
        blt $t1, $t0, fill
        lw $a0, 12($s0)
        li $v0, 1
        syscall
#--- a list in sbrk memory
        li $s0, 0
        li $s1, 3
push:   li $a0, 8
        li $v0, 9
        syscall
        sw $s1, 0($v0)
        sw $s0, 4($v0)
        move $s0, $v0
        addi $s1, $s1, -1
        bgtz $s1, push
show:   lw $a0, 0($s0)
        li $v0, 1
        syscall
        lw $s0, 4($s0)
        bnez $s0, show
#--- an array that grows block by block behind itself
        li $a0, 4
        li $v0, 9
        syscall
        move $s0, $v0
        sw $a0, 0($s0)
        li $v0, 9
        syscall
        li $t0, 5
        sw $t0, 4($s0)
        lw $a0, 4($s0)
        li $v0, 1
        syscall
#--- a string in sbrk memory, byte by byte
        li $a0, 6
        li $v0, 9
        syscall
        move $t0, $v0
        li $t1, 'a'
        sb $t1, 0($t0)
        sb $t1, 1($t0)
        sb $zero, 2($t0)
        lb $a0, 1($t0)
        li $v0, 11
        syscall
        move $a0, $t0
        li $v0, 4
        syscall
#--- floats
        .data
pi:     .float 3.5
        .text
        l.s $f0, pi
        add.s $f12, $f0, $f0
        li $v0, 2
        syscall
#--- an average with its conversion
        li $t0, 7
        li $t1, 8
        add $t0, $t0, $t1
        mtc1 $t0, $f0
        cvt.s.w $f0, $f0
        li $t2, 2
        mtc1 $t2, $f1
        cvt.s.w $f1, $f1
        div.s $f12, $f0, $f1
        li $v0, 2
        syscall
#--- a float made of its bits
        li $t0, 0x40490fdb
        mtc1 $t0, $f12
        add.s $f12, $f12, $f12
        li $v0, 2
        syscall
#--- a float that is zero
        mtc1 $zero, $f12
        add.s $f12, $f12, $f12
        li $v0, 2
        syscall
#--- doubles
        .data
x:      .double 1.5
        .text
        l.d $f2, x
        mul.d $f12, $f2, $f2
        li $v0, 3
        syscall
#--- a double made of an integer
        li $t0, 5
        mtc1 $t0, $f2
        cvt.d.w $f12, $f2
        li $v0, 3
        syscall
#--- floats are compared
        .data
a:      .float 1.0
b:      .float 2.0
        .text
        l.s $f0, a
        l.s $f1, b
        li $a0, 0
        c.lt.s $f0, $f1
        bc1f done
        li $a0, 1
done:   li $v0, 1
        syscall
#--- a program that looks whether it has arguments
        beqz $a0, none
        lw $a0, 0($a1)
        li $v0, 4
        syscall
none:   nop
#--- a file that is not there, and the program looks
        .data
name:   .asciiz "no such file"
sorry:  .asciiz "cannot open it"
        .text
        la $a0, name
        li $a1, 0
        li $v0, 13
        syscall
        bgez $v0, opened
        la $a0, sorry
        li $v0, 4
        syscall
opened: nop
#--- a program that reads up to the end of its input
        .data
letter: .space 4
        .text
loop:   li $a0, 0
        la $a1, letter
        li $a2, 1
        li $v0, 14
        syscall
        bgtz $v0, loop
#--- a macro
        .macro show (%n)
        li $a0, %n
        li $v0, 1
        syscall
        .end_macro
        show (1)
        show (2)
#--- random numbers
        li $a0, 1
        li $a1, 7
        li $v0, 40
        syscall
        li $a0, 1
        li $a1, 10
        li $v0, 42
        syscall
        li $v0, 1
        syscall
#--- the time
        li $v0, 30
        syscall
        xor $t0, $a0, $a1
        sltu $a0, $zero, $t0
        li $v0, 1
        syscall
#--- long multiplication
        li $t0, 100000
        mult $t0, $t0
        mfhi $a0
        li $v0, 1
        syscall
        mflo $a0
        li $v0, 36
        syscall
#--- overflow is avoided
        li $t0, 0x7fffffff
        addu $t0, $t0, $t0
        move $a0, $t0
        li $v0, 1
        syscall
#--- the distance of two addresses, divided
        .data
a:      .word 1, 2, 3
        .text
        la $t0, a
        addi $t1, $t0, 8
        sub $t2, $t1, $t0
        li $t3, 4
        div $t2, $t3
        mflo $a0
        mul $a0, $a0, $a0
        li $v0, 1
        syscall
#--- the number of a service is used again, and the next made of it
        li $a0, 1
        li $v0, 1
        syscall
        syscall
        addi $v0, $v0, 10
        li $a0, 10
        syscall
        addiu $v0, $v0, -1
        syscall
#--- a result is kept before the number of a service replaces it
main:   jal answer
        move $s0, $v0
        li $a0, 10
        li $v0, 11
        syscall
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
answer: li $v0, 42
        jr $ra
#--- services that give something leave it in $v0
        li $a0, 8
        li $v0, 9
        syscall
        sw $zero, 0($v0)
        lw $a0, 0($v0)
        li $v0, 1
        syscall
        li $v0, 30
        syscall
        andi $t0, $a0, 1
#--- a procedure that prints saves and restores $v0
main:   li $v0, 5
        jal dot
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
dot:    addi $sp, $sp, -4
        sw $v0, 0($sp)
        li $a0, 46
        li $v0, 11
        syscall
        lw $v0, 0($sp)
        addi $sp, $sp, 4
        jr $ra
#--- a procedure that prints saves what $v0 happens to hold
main:   jal dot
        jal dot
        li $v0, 10
        syscall
dot:    addi $sp, $sp, -4
        sw $v0, 0($sp)
        li $a0, 46
        li $v0, 11
        syscall
        lw $v0, 0($sp)
        addi $sp, $sp, 4
        jr $ra
#--- HI and LO are put away and back before anything is multiplied
        mfhi $t0
        mflo $t1
        addi $sp, $sp, -8
        sw $t0, 0($sp)
        sw $t1, 4($sp)
        li $t2, 6
        mult $t2, $t2
        mflo $a0
        lw $t0, 0($sp)
        lw $t1, 4($sp)
        addi $sp, $sp, 8
        mthi $t0
        mtlo $t1
        li $v0, 1
        syscall
#--- a product is in LO, and the loop that reads it comes back
        li $t0, 3
        li $t1, 1
loop:   mult $t0, $t1
        mflo $t1
        addi $t0, $t0, -1
        bgtz $t0, loop
        move $a0, $t1
        li $v0, 1
        syscall
#--- a double loaded by halves
        .data
x:      .double 1.5
        .text
        la $t0, x
        lwc1 $f2, 0($t0)
        lwc1 $f3, 4($t0)
        add.d $f12, $f2, $f2
        li $v0, 3
        syscall
#--- a double made of bits
        lui $t0, 0x3ff8
        mtc1 $zero, $f2
        mtc1 $t0, $f3
        add.d $f12, $f2, $f2
        li $v0, 3
        syscall
#--- the sign of a double changed in its upper half
        .data
x:      .double 1.5
        .text
        l.d $f12, x
        mfc1 $t0, $f13
        lui $t1, 0x8000
        xor $t0, $t0, $t1
        mtc1 $t0, $f13
        li $v0, 3
        syscall
#--- floats and doubles by conversion, there and back
        .data
x:      .float 2.5
        .text
        l.s $f2, x
        cvt.d.s $f4, $f2
        add.d $f4, $f4, $f4
        cvt.s.d $f12, $f4
        add.s $f12, $f12, $f2
        li $v0, 2
        syscall
        li $t0, 3
        mtc1 $t0, $f6
        cvt.d.w $f12, $f6
        li $v0, 3
        syscall
#--- floats put away in pairs
        .data
x:      .float 2.5
        .text
main:   l.s $f20, x
        l.s $f21, x
        jal work
        add.s $f12, $f20, $f21
        li $v0, 2
        syscall
        li $v0, 10
        syscall
work:   addi $sp, $sp, -12
        s.d $f20, 0($sp)
        mtc1 $zero, $f20
        cvt.d.w $f20, $f20
        l.d $f20, 0($sp)
        addi $sp, $sp, 12
        jr $ra
#--- an odd float beside an even one
        .data
x:      .float 1.5, 2.5
        .text
        l.s $f2, x
        l.s $f3, x+4
        mul.s $f12, $f2, $f3
        li $v0, 2
        syscall
#--- a character out of a string, and an exit code
        .data
text:   .asciiz "abc"
        .text
        la $t0, text
        lb $a0, 1($t0)
        li $v0, 11
        syscall
        li $a0, 0
        li $v0, 17
        syscall
#--- a line is read into exactly the room there is
        .data
word:   .space 8
next:   .asciiz "next"
        .text
        la $a0, word
        li $a1, 8
        li $v0, 8
        syscall
        la $a0, next
        li $v0, 4
        syscall
#--- a file is written, closed, and opened again
        .data
name:   .asciiz "a.txt"
        .text
        li $s0, 2
again:  la $a0, name
        li $a1, 1
        li $a2, 0
        li $v0, 13
        syscall
        move $s1, $v0
        move $a0, $s1
        la $a1, name
        li $a2, 5
        li $v0, 15
        syscall
        move $a0, $s1
        li $v0, 16
        syscall
        addi $s0, $s0, -1
        bgtz $s0, again
#--- floats put away in pairs, by a pointer into the frame
        .data
x:      .float 2.5
        .text
main:   l.s $f20, x
        l.s $f21, x
        jal work
        add.s $f12, $f20, $f21
        li $v0, 2
        syscall
        li $v0, 10
        syscall
work:   addi $sp, $sp, -12
        move $t0, $sp
        sdc1 $f20, 0($t0)
        mtc1 $zero, $f20
        cvt.d.w $f20, $f20
        ldc1 $f20, 0($t0)
        addi $sp, $sp, 12
        jr $ra
#--- an array is walked backwards from a label at its end
        .data
arr:    .word 1, 2, 3
end:    .word 0
        .text
        la $t0, end
        li $t1, 3
        li $t2, 0
back:   lw $t3, -4($t0)
        add $t2, $t2, $t3
        addi $t0, $t0, -4
        addi $t1, $t1, -1
        bnez $t1, back
        move $a0, $t2
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- the same down to a label that is compared with
        .data
first:  .word 1, 2, 3
other:  .word 4
        .text
        la $t0, other
        la $t1, first
        li $t2, 0
back:   lw $t3, 0($t0)
        add $t2, $t2, $t3
        addi $t0, $t0, -4
        bge $t0, $t1, back
        move $a0, $t2
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- indices that begin at 1
        .data
n:      .word 3
arr:    .word 5, 6, 7
        .text
        lw $t0, n
        li $t2, 0
loop:   sll $t1, $t0, 2
        lw $t3, arr-4($t1)
        add $t2, $t2, $t3
        addi $t0, $t0, -1
        bnez $t0, loop
        move $a0, $t2
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- a random generator keeps the low half of its products
        .data
factor: .word 1103515245
        .text
        li $t0, 12345
        li $t1, 5
        lw $t2, factor
next:   mul $t0, $t0, $t2
        addiu $t0, $t0, 12345
        srl $a0, $t0, 16
        li $v0, 1
        syscall
        addi $t1, $t1, -1
        bnez $t1, next
        li $v0, 10
        syscall
#--- a hash keeps the low half of its products
        .data
text:   .asciiz "a text to be hashed"
        .text
        la $t0, text
        li $t1, 5381
        li $t3, 33
next:   lbu $t2, 0($t0)
        beqz $t2, done
        mul $t1, $t1, $t3
        addu $t1, $t1, $t2
        addi $t0, $t0, 1
        j next
done:   move $a0, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- both halves of a product are used
        .data
n:      .word 70000
        .text
        lw $t0, n
        mult $t0, $t0
        mflo $a0
        mfhi $t1
        li $v0, 1
        syscall
        move $a0, $t1
        syscall
        li $v0, 10
        syscall
#--- the middle of two addresses
        .data
arr:    .space 64
        .text
        la $t0, arr
        addi $t1, $t0, 60
        addu $t2, $t0, $t1
        srl $t2, $t2, 1
        li $v0, 10
        syscall
#--- a walk from one label to another
        .data
arr:    .word 1, 2, 3
stop:   .word 0
        .text
        la $t0, arr
        la $t1, stop
loop:   beq $t0, $t1, done
        addi $t0, $t0, 4
        j loop
done:   li $v0, 10
        syscall
#--- an index below 0 is out of range without a sign
        .data
n:      .word 4
        .text
        li $t0, -1
        lw $t1, n
        bltu $t0, $t1, inside
        li $a0, 1
        li $v0, 1
        syscall
inside: li $v0, 10
        syscall
#--- words that are taken apart into bytes
        .data
word:   .word 0x11223344, 0x55667788
        .text
        la $t0, word
        li $t1, 8
        li $t2, 0
loop:   lbu $t3, 0($t0)
        add $t2, $t2, $t3
        addi $t0, $t0, 1
        addi $t1, $t1, -1
        bnez $t1, loop
        lb $t4, word
        add $a0, $t2, $t4
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- a flag that is a word, a byte at a time
        .data
flag:   .word 0, 0
        .text
        li $t0, 1
        sb $t0, flag
        lb $a0, flag
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- the newline is removed before a comparison
        .data
buf:    .space 20
pass:   .asciiz "some input"
        .text
        la $a0, buf
        li $a1, 20
        li $v0, 8
        syscall
        la $t0, buf
find:   lb $t2, 0($t0)
        beq $t2, 10, cut
        addi $t0, $t0, 1
        j find
cut:    sb $zero, 0($t0)
        la $t0, buf
        la $t1, pass
next:   lb $t2, 0($t0)
        lb $t3, 0($t1)
        bne $t2, $t3, wrong
        beqz $t2, wrong
        addi $t0, $t0, 1
        addi $t1, $t1, 1
        j next
wrong:  li $v0, 10
        syscall
#--- a letter is looked for in a line that was typed
        .data
buf:    .space 20
letter: .byte 'p'
        .text
        la $a0, buf
        li $a1, 20
        li $v0, 8
        syscall
        la $t0, buf
        lb $t1, letter
        li $t4, 0
next:   lb $t2, 0($t0)
        beqz $t2, done
        bne $t2, $t1, other
        addi $t4, $t4, 1
other:  addi $t0, $t0, 1
        j next
done:   move $a0, $t4
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- bits of a negative number, one after the other
main:   li $t0, -5
        li $t1, 0
bits:   andi $t2, $t0, 1
        add $t1, $t1, $t2
        srl $t0, $t0, 1
        bgtz $t0, bits
        move $a0, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- a shift with a sign beside one without
main:   li $t0, -8
        srl $a0, $t0, 1
        li $v0, 1
        syscall
        sra $a0, $t0, 1
        syscall
        li $v0, 10
        syscall
#--- a digit is taken out of a large unsigned number
main:   li $t0, -2000000000
        li $t1, 10
        divu $t0, $t1
        mfhi $a0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- a first value that one of two ways replaces
main:   li $t0, 5
        li $a0, 1
        bgtz $t0, show
        li $a0, 0
show:   li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- a pointer that moves on and is then used for something else
        .data
arr:    .space 8
other:  .word 3
        .text
main:   la $t0, arr
        li $t1, 1
        sw $t1, 0($t0)
        addi $t0, $t0, 4
        sw $t1, 0($t0)
        addi $t0, $t0, 4
        la $t0, other
        lw $a0, 0($t0)
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- a text is cleared and rewritten word by word
        .data
        .align 2
msg:    .asciiz "abcdefg"
        .text
main:   sw $zero, msg
        li $t0, 0x41424344
        sw $t0, msg
        la $a0, msg
        li $v0, 4
        syscall
        li $v0, 10
        syscall
#--- characters that are kept in words
        .data
msg:    .word 0x00636261
        .text
main:   la $a0, msg
        li $v0, 4
        syscall
        li $v0, 10
        syscall
#--- a result code that is set twice
main:   li $v0, 1
        li $v0, 10
        syscall
#--- a sum that is begun anew in each repetition, and printed once
        .data
arr:    .word 3, 5, 7
        .text
main:   li $s7, 2
again:  la $t0, arr
        li $t1, 3
        li $t2, 0
loop:   lw $t3, 0($t0)
        add $t2, $t2, $t3
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bnez $t1, loop
        addi $s7, $s7, -1
        bnez $s7, again
        move $a0, $t2
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- a flag that each attempt begins with
        .data
tries:  .word -1, -2, 5
        .text
main:   la $t0, tries
again:  li $t2, 0
        lw $t3, 0($t0)
        addi $t0, $t0, 4
        bltz $t3, odd
        addi $t2, $t2, 1
odd:    bltz $t3, again
        move $a0, $t2
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- an address that each row begins with
        .data
arr:    .word 3, 5, 7
        .text
main:   li $s0, 2
row:    la $t0, arr
        li $t1, 3
cell:   lw $a0, 0($t0)
        li $v0, 1
        syscall
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bnez $t1, cell
        addi $s0, $s0, -1
        bnez $s0, row
        li $v0, 10
        syscall
#--- an exchange that is stored
        .data
arr:    .word 5, 1
        .text
main:   la $t0, arr
        lw $t1, 0($t0)
        lw $t2, 4($t0)
        move $t3, $t1
        move $t1, $t2
        move $t2, $t3
        sw $t1, 0($t0)
        sw $t2, 4($t0)
        li $v0, 10
        syscall
#--- an exchange for the procedure that is called next
main:   li $t1, 5
        li $t2, 1
        move $t3, $t1
        move $t1, $t2
        move $t2, $t3
        jal show
        li $v0, 10
        syscall
show:   sub $a0, $t1, $t2
        li $v0, 1
        syscall
        jr $ra
#--- the number of a service, kept for its next use
        li $a0, 'x'
        li $v0, 11
        move $s0, $v0
        syscall
        move $v0, $s0
        syscall
#--- branches on one value that leave room for something, and both ways of a condition
        .text
main:   li      $t0, 7
        bltz    $t0, small
        bge     $t0, 10, large
        beq     $t0, 7, seven
        bne     $t0, 7, other
seven:  li      $a0, 7
        j       show
other:  li      $t1, 3
        blt     $t0, $t1, small
        bge     $t0, $t1, large
small:  li      $a0, 1
        j       show
large:  li      $a0, 2
show:   blez    $a0, end
        bgtz    $a0, print
print:  li      $v0, 1
        syscall
end:    li      $v0, 10
        syscall
#--- digits that are subtracted before they are tested
        .data
buffer: .space  16
        .text
main:   la      $a0, buffer
        li      $a1, 16
        li      $v0, 8
        syscall
        la      $t0, buffer
        li      $t1, 0
next:   lb      $t2, 0($t0)
        addi    $t2, $t2, -48
        bltz    $t2, done
        bgt     $t2, 9, done
        mul     $t1, $t1, 10
        add     $t1, $t1, $t2
        addi    $t0, $t0, 1
        j       next
done:   move    $a0, $t1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
#--- values that are put back where they came from, with something in between
        .data
one:    .word   3, 5
two:    .word   4
        .text
main:   lw      $t0, one
        sw      $zero, two
        sw      $t0, one
        lw      $t1, two
        addi    $t1, $t1, 1
        sw      $t1, two
        la      $t2, one
        lw      $t3, 0($t2)
        addi    $t2, $t2, 4
        sw      $t3, 0($t2)
        lw      $a0, two
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
#--- quotients that lose a rest on purpose, and floats whose bits are looked at
        .data
x:      .float  -2.5
        .text
main:   li      $t0, 17
        li      $t1, 5
        div     $t0, $t1
        mflo    $t2
        mul     $t3, $t2, 5
        sub     $t3, $t0, $t3
        div     $t4, $t0, 4
        mtc1    $t4, $f2
        cvt.s.w $f2, $f2
        rem     $t5, $t0, 4
        l.s     $f0, x
        mfc1    $t6, $f0
        slt     $t7, $t6, $zero
        srl     $t8, $t6, 23
        andi    $t8, $t8, 0xff
        add     $a0, $t3, $t7
        add     $a0, $a0, $t8
        add     $a0, $a0, $t5
        li      $v0, 1
        syscall
        mfc1    $a0, $f0
        li      $v0, 34
        syscall
        mov.s   $f12, $f2
        li      $v0, 2
        syscall
        li      $v0, 10
        syscall
#--- hexadecimal digits with their correction, a colon, and bytes of halves one by one
        .data
halves: .half   0x1234, 0x5678
        .text
main:   li      $t0, 11
        addi    $a0, $t0, 48
        ble     $a0, 57, digit
        addi    $a0, $a0, 7
digit:  li      $v0, 11
        syscall
        li      $a0, ':'
        syscall
        li      $t1, 0
        li      $t2, 0
more:   lbu     $t3, halves($t1)
        add     $t2, $t2, $t3
        addi    $t1, $t1, 1
        blt     $t1, 4, more
        move    $a0, $t2
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
#--- pops in the opposite order, and a fifth argument above the frame
        .text
main:   li      $s0, 1
        li      $s1, 2
        addi    $sp, $sp, -4
        li      $t0, 5
        sw      $t0, 0($sp)
        jal     work
        addi    $sp, $sp, 4
        add     $a0, $v0, $s0
        add     $a0, $a0, $s1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
work:   addi    $sp, $sp, -4
        sw      $s0, 0($sp)
        addi    $sp, $sp, -4
        sw      $s1, 0($sp)
        lw      $s0, 8($sp)
        li      $s1, 3
        add     $v0, $s0, $s1
        lw      $s1, 0($sp)
        addi    $sp, $sp, 4
        lw      $s0, 0($sp)
        addi    $sp, $sp, 4
        jr      $ra
