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
#--- LO is read before anything was multiplied
        li $t0, 6
        li $t1, 7
        mflo $a0                #~ uninitialised-register
        mult $t0, $t1
        li $v0, 1
        syscall
#--- a remainder without a division, computed with at once
        mfhi $t0                #~ uninitialised-register
        addi $t1, $t0, 1
#--- the number of a service is taken for a result
        .data
text:   .asciiz "square: "
        .text
main:   li $a0, 4
        jal square
        la $a0, text
        li $v0, 4
        syscall
        move $a0, $v0
        li $v0, 1
        syscall                 #~ service-number
        li $v0, 10
        syscall
square: mul $v0, $a0, $a0
        jr $ra
#--- a result is looked at behind the print that replaced it
main:   jal answer
        move $a0, $v0
        li $v0, 1
        syscall
        beq $v0, 42, right      #~ service-number
        li $v0, 10
        syscall
right:  li $v0, 10
        syscall
answer: li $v0, 42
        jr $ra
#--- a float is used as a double, whose other half nobody set
        .data
x:      .float 2.5
        .text
        l.s $f2, x
        add.d $f12, $f2, $f2    #~ uninitialised-register
        li $v0, 3
        syscall
#--- a float is printed as a double
        .data
x:      .float 2.5
        .text
        l.s $f12, x
        li $v0, 3
        syscall                 #~ uninitialised-register
#--- a double is printed as a float
        .data
x:      .double 2.5
        .text
        l.d $f12, x
        li $v0, 2
        syscall                 #~ float-or-double
#--- a double is computed with as a float
        .data
x:      .double 2.5
        .text
        l.d $f2, x
        add.s $f12, $f2, $f2    #~ float-or-double
        li $v0, 2
        syscall
#--- a float overwrites one half of a double
        .data
x:      .double 1.5
y:      .float 2.5
        .text
        l.d $f2, x
        l.s $f3, y
        add.d $f12, $f2, $f2    #~ float-or-double
        li $v0, 3
        syscall
#--- what was converted to a float is a double no longer
        .data
x:      .double 1.5
        .text
        l.d $f12, x
        cvt.s.d $f12, $f12
        li $v0, 3
        syscall                 #~ float-or-double
#--- a string is printed as a character
        .data
text:   .asciiz "abc"
        .text
        la $a0, text
        li $v0, 11
        syscall                 #~ address-printed
#--- the program ends with an address
        .data
text:   .asciiz "bye"
        .text
        la $a0, text
        li $v0, 4
        syscall
        li $v0, 17
        syscall                 #~ address-printed
#--- a service is told of more room than there is, and the next one pays
        .data
word:   .space 4
next:   .asciiz "next"
        .text
        la $a0, word
        li $a1, 20
        li $v0, 8
        syscall                 #~ store-past-end
        la $a0, next
        li $v0, 4
        syscall
#--- two registers are restored from each other's place
main:   li $s0, 3
        li $s1, 4
        jal work
        sub $a0, $s0, $s1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
work:   addi $sp, $sp, -8
        sw $s0, 4($sp)
        sw $s1, 0($sp)
        li $s0, 5
        addi $s1, $s0, 1
        add $v0, $s0, $s1
        lw $s1, 4($sp)          #~ saved-register
        lw $s0, 0($sp)          #~ saved-register
        addi $sp, $sp, 8
        jr $ra
#--- a frame that is made upwards
main:   addi $sp, $sp, -64
        li $a0, 3
        jal sum
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
sum:    addi $sp, $sp, 8        #~ stale-frame
        sw $ra, 0($sp)
        sw $a0, 4($sp)
        li $v0, 0
        blez $a0, out
        addi $a0, $a0, -1
        jal sum
        lw $a0, 4($sp)
        add $v0, $v0, $a0
out:    lw $ra, 0($sp)
        addi $sp, $sp, -8
        jr $ra
#--- three registers are saved in the room of two
main:   addi $sp, $sp, -4
        li $t0, 77
        sw $t0, 0($sp)
        li $a0, 5
        jal twice
        lw $t0, 0($sp)
        addi $sp, $sp, 4
        add $a0, $t0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
twice:  addi $sp, $sp, -8
        sw $ra, 0($sp)
        sw $s0, 4($sp)
        sw $s1, 8($sp)          #~ frame-too-small
        move $s0, $a0
        add $s1, $s0, $s0
        move $v0, $s1
        lw $ra, 0($sp)
        lw $s0, 4($sp)
        lw $s1, 8($sp)
        addi $sp, $sp, 8
        jr $ra
#--- a load before the start of an array
        .data
limit:  .word 100
arr:    .word 1, 2, 3, 4
        .text
        lw $t3, limit
        la $t0, arr
        lw $t1, -4($t0)         #~ load-before-start
        add $a0, $t1, $t3
        li $v0, 1
        syscall
#--- a store before the start of an array, which its neighbour notices
        .data
total:  .word 7
arr:    .word 1, 2, 3
        .text
        li $t0, -4
        li $t1, 9
        sw $t1, arr($t0)        #~ store-before-start
        lw $a0, total
        addi $a0, $a0, 1
        li $v0, 1
        syscall
#--- a product that is too large
        li $t0, 1
        li $t1, 1
loop:   mul $t0, $t0, $t1       #~ product-lost
        addi $t1, $t1, 1
        ble $t1, 13, loop
        move $a0, $t0
        li $v0, 1
        syscall
#--- the same with mult
        .data
n:      .word 70000
        .text
        lw $t0, n
        mult $t0, $t0           #~ product-lost
        mflo $a0
        li $v0, 1
        syscall
#--- two addresses are added
        .data
a:      .word 3
b:      .word 4
        .text
        la $t0, a
        la $t1, b
        add $t2, $t0, $t1       #~ address-added
        nop
#--- two labels are compared
        .data
a:      .word 5
b:      .word 5
        .text
        la $t0, a
        la $t1, b
        beq $t0, $t1, same      #~ address-compared
        nop
same:   nop
#--- nothing is below zero without a sign
        li $t0, -3
        sltu $t1, $t0, $zero    #~ unsigned-comparison
#--- the largest number without signs
        .data
arr:    .word -5, 12
        .text
        la $t0, arr
        lw $t1, 0($t0)
        lw $t2, 4($t0)
        bgeu $t1, $t2, first    #~ unsigned-comparison
        move $t1, $t2
first:  nop
#--- bytes of words are stored
        .data
arr:    .word 0, 0
        .text
        la $t0, arr
        li $t1, 300
        sb $t1, 0($t0)          #~ byte-of-word
        sb $t1, 4($t0)          #~ byte-of-word
#--- bytes of words are loaded
        .data
arr:    .word 100, 200, 300, 400
        .text
        la $t0, arr
        li $t1, 4
loop:   lb $t2, 0($t0)          #~ byte-of-word
        add $t3, $t2, $t2
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bnez $t1, loop
#--- a line that was typed is compared with a password
        .data
buf:    .space 20
pass:   .asciiz "some input"
        .text
        la $a0, buf
        li $a1, 20
        li $v0, 8
        syscall
        la $t0, buf
        la $t1, pass
next:   lb $t2, 0($t0)
        lb $t3, 0($t1)
        bne $t2, $t3, wrong     #~ newline-kept
        beqz $t2, wrong
        addi $t0, $t0, 1
        addi $t1, $t1, 1
        j next
wrong:  nop
#--- a sum that a move overwrites
main:   li $a0, 0
        li $t0, 1
loop:   add $a0, $a0, $t0       #~ unused-result
        move $a0, $t0
        li $v0, 1
        syscall
        addi $t0, $t0, 1
        ble $t0, 3, loop
#--- a service that is never asked for
        .data
a:      .asciiz "a"
b:      .asciiz "b"
        .text
main:   la $a0, a
        li $v0, 4               #~ unused-result
        la $a0, b
        li $v0, 4
        syscall
        li $v0, 10
        syscall
#--- both ways of a branch, one after the other
main:   li $t0, 5
        bltz $t0, less
        move $a0, $t0           #~ unused-result
less:   sub $a0, $zero, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- half of a negative number, shifted without its sign
        li $t0, -7
        addi $t0, $t0, 4
        srl $a0, $t0, 1         #~ sign-lost
        li $v0, 1
        syscall
#--- a negative number, divided without its sign
        li $t0, -10
        li $t1, 2
        divu $t0, $t1           #~ sign-lost
        mflo $t2
        addi $a0, $t2, 1
        li $v0, 1
        syscall
#--- a number over a text
        .data
msg:    .asciiz "sum"
sum:    .word 0
        .text
main:   li $t2, 3
        sw $t2, msg             #~ number-over-text
        lw $a0, sum
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- an entry of a table instead of the text it points to
        .data
one:    .asciiz "one"
two:    .asciiz "two"
        .align 2
table:  .word one, two
        .text
main:   la $t0, table
        addi $a0, $t0, 4        #~ table-printed
        li $v0, 4
        syscall
        li $v0, 10
        syscall
#--- a branch where a call is meant
main:   jal read
        beq $v0, 7, double      #~ return-address
        li $v0, 10
        syscall
read:   li $v0, 7
        jr $ra
double: li $v0, 8
        jr $ra
#--- a double that nobody set is one finding
        add.d $f12, $f2, $f2    #~ uninitialised-register
        li $v0, 3
        syscall
#--- a copy of one, printed
        mov.d $f12, $f2
        li $v0, 3
        syscall                 #~ uninitialised-register
#--- a pointer that the loop sets again
        .data
arr:    .word 3, 5, 7
        .text
main:   li $t1, 0
loop:   la $t0, arr
        lw $a0, 0($t0)
        li $v0, 1
        syscall
        addi $t0, $t0, 4        #~ unused-result
        addi $t1, $t1, 1
        blt $t1, 3, loop
        li $v0, 10
        syscall
#--- a sum that the loop begins anew
        .data
arr:    .word 3, 5, 7
        .text
main:   la $t0, arr
        li $t1, 3
loop:   beqz $t1, done
        li $t2, 0
        lw $t3, 0($t0)
        add $t2, $t2, $t3       #~ unused-result
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        j loop
done:   move $a0, $t2
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- an exchange that is not stored
        .data
arr:    .word 5, 1
        .text
main:   la $t0, arr
        lw $t1, 0($t0)
        lw $t2, 4($t0)
        ble $t1, $t2, ok
        move $t3, $t1
        move $t1, $t2           #~ unused-result
        move $t2, $t3
ok:     lw $a0, 0($t0)
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- a result that is taken after the number of the service
main:   li $a0, 5
        jal square
        li $v0, 1
        move $a0, $v0           #~ service-number
        syscall
        li $v0, 10
        syscall
square: mul $v0, $a0, $a0
        jr $ra
#--- a result that is taken before the service is asked
        li $a0, 8
        li $v0, 9
        move $s0, $v0           #~ service-number
        syscall
        andi $a0, $s0, 15
        li $v0, 1
        syscall
#--- a value compared with itself
        .data
a:      .word 5, 3
        .text
        la $t1, a
        lw $t2, 0($t1)
        lw $t3, 0($t1)          #~ constant-condition
        ble $t2, $t3, done
        sw $t3, 0($t1)
done:   nop
#--- the same by the names of labels
        .data
a:      .word 5
b:      .word 3
        .text
        lw $t2, a
        lw $t3, a               #~ constant-condition
        bne $t2, $t3, done
        lw $t3, b
done:   nop
#--- a bit is set where it should be tested
        li $t0, 6
        ori $t1, $t0, 1         #~ constant-condition
        beqz $t1, even
        li $a0, 1
even:   nop
#--- a condition that nothing sets
        bc1t less               #~ constant-condition
        nop
less:   nop
#--- the upper half of a small product
        li $t0, 6
        li $t1, 7
        mult $t0, $t1
        mfhi $a0                #~ upper-half
        li $v0, 1
        syscall
#--- a frame that grows upwards
        jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, 4        #~ stale-frame
        sw $ra, 0($sp)
        lw $ra, 0($sp)
        addi $sp, $sp, -4
        jr $ra
#--- a character is added to a number
        .data
s:      .asciiz "42"
        .text
        la $t0, s
        li $t1, 0
l:      lb $t2, 0($t0)
        beqz $t2, d
        mul $t1, $t1, 10
        add $t1, $t1, $t2       #~ digit-code
        addi $t0, $t0, 1
        j l
d:      nop
#--- ten in a register
        .data
s:      .asciiz "7"
        .text
        li $t3, 10
        li $t1, 1
        la $t0, s
        lbu $t2, 0($t0)
        mul $t1, $t1, $t3
        addu $t1, $t2, $t1      #~ digit-code
#--- a word out of a byte
        .data
flag:   .byte 1
letter: .byte 'x'
        .text
        lw $t0, flag            #~ word-of-bytes
#--- a counter compared with an address
        .data
n:      .word 5
        .text
        la $t1, n
        li $t0, 0
l:      beq $t0, $t1, d         #~ address-compared
        addi $t0, $t0, 1
        blt $t0, 4, l
d:      nop
#--- a double is copied and printed as a float
        .data
x:      .double 2.5
        .text
        l.d $f2, x
        mov.d $f12, $f2
        li $v0, 2
        syscall                 #~ float-or-double
#--- the number of a service is lost to a call
        .data
res:    .asciiz "Sum = "
        .text
main:   li $a0, 14
        li $a1, 20
        li $v0, 4
        jal sum
        la $a0, res
        syscall                 #~ temporary
        li $v0, 10
        syscall
sum:    add $v0, $a0, $a1
        jr $ra
#--- a macro overwrites its argument
        .macro swap(%a, %b)
        move $t0, %a            #~ unused-result
        move %a, %b
        move %b, $t0
        .end_macro
        .text
main:   li $t0, 1
        li $t1, 2
        swap($t1, $t0)
        add $a0, $t0, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- arguments are exchanged and nothing else
        .data
a:      .word 1
b:      .word 2
        .text
main:   lw $a0, a
        lw $a1, b
        jal swap
        lw $a0, a
        li $v0, 1
        syscall
        li $v0, 10
        syscall
swap:   move $t0, $a0
        move $a0, $a1           #~ unused-result
        move $a1, $t0
        jr $ra
#--- a byte with its sign is an index before all data
        .data
hist:   .space 1024
data:   .byte 200, 65, 0
        .text
main:   la $t0, data
loop:   lb $t1, 0($t0)
        beqz $t1, show
        sll $t1, $t1, 2
        lw $t2, hist($t1)       #~ load-before-start
        addi $t2, $t2, 1
        sw $t2, hist($t1)
        addi $t0, $t0, 1
        j loop
show:   lw $a0, hist+800
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#--- an array in a frame reaches the saved register
main:   li $s0, 99
        jal fill
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
fill:   addi $sp, $sp, -20
        sw $s0, 16($sp)
        li $t0, 0
        move $t1, $sp
each:   sw $t0, 0($t1)
        addi $t1, $t1, 4
        addi $t0, $t0, 1
        ble $t0, 4, each
        li $s0, 1
        lw $s0, 16($sp)         #~ saved-register
        addi $sp, $sp, 20
        jr $ra
