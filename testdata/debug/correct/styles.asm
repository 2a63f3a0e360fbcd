# Styles of writing that are odd and right.
#--- the caller saves a register that its callee changes
        .text
main:   li   $s0, 5
        addi $sp, $sp, -4
        sw   $s0, 0($sp)
        jal  work
        lw   $s0, 0($sp)
        addi $sp, $sp, 4
        move $a0, $s0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
work:   li   $s0, 77
        jr   $ra
#--- a procedure ends by jumping to another
        .text
main:   li   $a0, 10
        li   $a1, 0
        jal  sum
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
sum:    beqz $a0, done
        add  $a1, $a1, $a0
        addi $a0, $a0, -1
        j    sum
done:   j    identity
identity:
        move $v0, $a1
        jr   $ra
#--- a list that ends with -1
        .data
list:   .word 5, 3, 8, -1
        .text
main:   la   $t0, list
        li   $t1, 0
l:      lw   $t2, 0($t0)
        bltz $t2, e
        add  $t1, $t1, $t2
        addi $t0, $t0, 4
        j    l
e:      move $a0, $t1
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#--- a procedure is given another to apply
        .data
arr:    .word 1, 2, 3, 4
        .text
main:   la   $a0, arr
        li   $a1, 4
        la   $a2, triple
        jal  map
        lw   $a0, arr+12
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
map:    addiu $sp, $sp, -20
        sw   $ra, 16($sp)
        sw   $s0, 12($sp)
        sw   $s1, 8($sp)
        sw   $s2, 4($sp)
        move $s0, $a0
        sll  $s1, $a1, 2
        addu $s1, $s1, $s0
        move $s2, $a2
m1:     beq  $s0, $s1, m2
        lw   $a0, 0($s0)
        jalr $s2
        sw   $v0, 0($s0)
        addiu $s0, $s0, 4
        b    m1
m2:     lw   $s2, 4($sp)
        lw   $s1, 8($sp)
        lw   $s0, 12($sp)
        lw   $ra, 16($sp)
        addiu $sp, $sp, 20
        jr   $ra
triple: sll  $v0, $a0, 1
        addu $v0, $v0, $a0
        jr   $ra
#--- a list of arguments on the stack
        .text
main:   addiu $sp, $sp, -16
        li   $t0, 3
        sw   $t0, 0($sp)
        li   $t0, 10
        sw   $t0, 4($sp)
        li   $t0, 20
        sw   $t0, 8($sp)
        li   $t0, 30
        sw   $t0, 12($sp)
        jal  sumv
        addiu $sp, $sp, 16
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
sumv:   lw   $t0, 0($sp)
        addiu $t1, $sp, 4
        li   $v0, 0
sv:     beqz $t0, se
        lw   $t2, 0($t1)
        addu $v0, $v0, $t2
        addiu $t1, $t1, 4
        addiu $t0, $t0, -1
        b    sv
se:     jr   $ra
#--- addresses rounded up
        .data
        .byte 1
raw:    .space 40
        .text
main:   la   $t0, raw
        addiu $t0, $t0, 7
        li   $t1, -8
        and  $t0, $t0, $t1
        li   $t2, 123
        sw   $t2, 0($t0)
        sw   $t2, 4($t0)
        li   $a0, 64
        li   $v0, 9
        syscall
        addiu $t3, $v0, 15
        srl  $t3, $t3, 4
        sll  $t3, $t3, 4
        sw   $t2, 0($t3)
        lw   $a0, 0($t3)
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#--- words that are text, and bytes that are swapped
        .data
w:      .word 0x64636261, 0
        .text
main:   la   $a0, w             # prints abcd from a word
        li   $v0, 4
        syscall
        la   $t0, w
        lb   $a0, 2($t0)
        li   $v0, 11
        syscall
        lw   $t1, 0($t0)
        li   $t2, 0x20202020
        nor  $t2, $t2, $zero
        and  $t1, $t1, $t2      # upper case, four at a time
        sw   $t1, 0($t0)
        la   $a0, w
        li   $v0, 4
        syscall
        sll  $t3, $t1, 8        # swap bytes
        srl  $t4, $t1, 24
        or   $t3, $t3, $t4
        move $a0, $t3
        li   $v0, 34
        syscall
        li   $v0, 10
        syscall
#--- a frame pointer, saved below $sp first
        .text
main:   li   $a0, 6
        jal  f
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
f:      sw   $fp, -4($sp)
        sw   $ra, -8($sp)
        move $fp, $sp
        addi $sp, $sp, -16
        sw   $a0, -12($fp)
        li   $v0, 1
        blez $a0, fx
        addi $a0, $a0, -1
        jal  f
        lw   $t0, -12($fp)
        mul  $v0, $v0, $t0
fx:     move $sp, $fp
        lw   $ra, -8($sp)
        lw   $fp, -4($sp)
        jr   $ra
#--- characters pushed one byte each
        .data
s:      .asciiz "stressed"
        .text
main:   la   $t0, s
        li   $t1, 0
p:      lbu  $t2, 0($t0)
        beqz $t2, q
        addi $sp, $sp, -1
        sb   $t2, 0($sp)
        addi $t0, $t0, 1
        addi $t1, $t1, 1
        j    p
q:      la   $t0, s
r:      beqz $t1, d
        lbu  $t2, 0($sp)
        addi $sp, $sp, 1
        sb   $t2, 0($t0)
        addi $t0, $t0, 1
        addi $t1, $t1, -1
        j    r
d:      la   $a0, s
        li   $v0, 4
        syscall
        li   $v0, 10
        syscall
#--- from the end of an array to its start
        .data
a:      .word 1, 2, 3, 4, 5
aend:
        .text
main:   la   $t0, aend
        la   $t1, a
l:      addiu $t0, $t0, -4
        lw   $a0, 0($t0)
        li   $v0, 1
        syscall
        bne  $t0, $t1, l
        li   $v0, 10
        syscall
#--- indices from 1
        .data
tab:    .word 11, 22, 33
        .text
main:   la   $t0, tab
        addi $t0, $t0, -4
        li   $t1, 1
l:      sll  $t2, $t1, 2
        add  $t2, $t2, $t0
        lw   $a0, 0($t2)
        li   $v0, 1
        syscall
        addi $t1, $t1, 1
        ble  $t1, 3, l
        li   $v0, 10
        syscall
#--- a hash and a random number
        .data
s:      .asciiz "hash me"
        .text
main:   la   $t0, s
        li   $t1, 5381
h:      lbu  $t2, 0($t0)
        beqz $t2, e
        sll  $t3, $t1, 5
        addu $t1, $t1, $t3
        xor  $t1, $t1, $t2
        addiu $t0, $t0, 1
        b    h
e:      li   $t4, 1103515245
        mult $t1, $t4
        mflo $t1
        addiu $t1, $t1, 12345
        srl  $a0, $t1, 16
        andi $a0, $a0, 0x7fff
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#--- two procedures that take turns
        .text
main:   la   $s7, other
        li   $s0, 3
a:      move $a0, $s0
        li   $v0, 1
        syscall
        jalr $s7, $s7
        addi $s0, $s0, -1
        bgtz $s0, a
        li   $v0, 10
        syscall
other:  li   $a0, '-'
        li   $v0, 11
        syscall
        jalr $s7, $s7
        b    other
#--- a jump out of a recursion
        .data
jb:     .word 0, 0
        .text
main:   la   $t0, jb
        sw   $sp, 0($t0)
        la   $t1, back
        sw   $t1, 4($t0)
        li   $a0, 4
        jal  deep
        li   $a0, 'n'
        b    out
back:   li   $a0, 'y'
out:    li   $v0, 11
        syscall
        li   $v0, 10
        syscall
deep:   addi $sp, $sp, -4
        sw   $ra, 0($sp)
        beqz $a0, throw
        addi $a0, $a0, -1
        jal  deep
        lw   $ra, 0($sp)
        addi $sp, $sp, 4
        jr   $ra
throw:  la   $t0, jb
        lw   $sp, 0($t0)
        lw   $t1, 4($t0)
        jr   $t1
#--- a float taken apart
        .data
f:      .float -6.5
        .text
main:   lw   $t0, f             # the bits on purpose
        srl  $t1, $t0, 31
        srl  $t2, $t0, 23
        andi $t2, $t2, 255
        addi $t2, $t2, -127
        move $a0, $t1
        li   $v0, 1
        syscall
        move $a0, $t2
        li   $v0, 1
        syscall
        mtc1 $t0, $f12
        abs.s $f12, $f12
        li   $v0, 2
        syscall
        li   $v0, 10
        syscall
#--- a range tested with one comparison
        .data
x:      .word -3, 5, 12
        .text
main:   la   $s0, x
        li   $s1, 3
l:      lw   $t0, 0($s0)
        sltiu $a0, $t0, 10
        li   $v0, 1
        syscall
        addi $s0, $s0, 4
        addi $s1, $s1, -1
        bnez $s1, l
        li   $v0, 10
        syscall
#--- a table of records
        .data
people: .asciiz "Ann"
        .space 16
        .word 31
        .asciiz "Bob"
        .space 16
        .word 45
        .text
main:   la   $s0, people
        li   $s1, 2
l:      move $a0, $s0
        li   $v0, 4
        syscall
        lw   $a0, 20($s0)
        li   $v0, 1
        syscall
        addi $s0, $s0, 24
        addi $s1, $s1, -1
        bnez $s1, l
        li   $v0, 10
        syscall
#--- a register that the callee is known to keep
        .text
main:   li   $t0, 3
l:      move $a0, $t0
        jal  out
        addi $t0, $t0, -1
        bnez $t0, l
        li   $v0, 10
        syscall
out:    li   $v0, 1
        syscall
        jr   $ra
#--- a procedure with two entries
        .text
main:   li   $a0, 5
        jal  times4
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
times4: sll  $a0, $a0, 1
times2: sll  $v0, $a0, 1
        jr   $ra
#--- a text copied word by word
        .data
        .align 2
src:    .asciiz "copy me fast"
        .align 2
dst:    .space 16
        .text
main:   la   $t0, src
        la   $t1, dst
        li   $t2, 4
l:      lw   $t3, 0($t0)
        sw   $t3, 0($t1)
        addiu $t0, $t0, 4
        addiu $t1, $t1, 4
        addiu $t2, $t2, -1
        bnez $t2, l
        la   $a0, dst
        li   $v0, 4
        syscall
        li   $v0, 10
        syscall
#--- digits pushed and popped
        .text
main:   li   $t0, 9075
        li   $t1, 10
        move $s0, $sp
d:      divu $t0, $t1
        mfhi $t2
        mflo $t0
        addiu $sp, $sp, -4
        sw   $t2, 0($sp)
        bnez $t0, d
p:      lw   $a0, 0($sp)
        addiu $sp, $sp, 4
        addiu $a0, $a0, '0'
        li   $v0, 11
        syscall
        bne  $sp, $s0, p
        li   $v0, 10
        syscall
#--- addresses compared without a sign
        .data
a:      .word 9, 4, 7, 1
        .text
main:   la   $a0, a
        la   $a1, a+12
        jal  rev
        lw   $a0, a
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
rev:    sltu $t0, $a0, $a1
        beqz $t0, rx
        lw   $t1, 0($a0)
        lw   $t2, 0($a1)
        sw   $t2, 0($a0)
        sw   $t1, 0($a1)
        addiu $a0, $a0, 4
        addiu $a1, $a1, -4
        b    rev
rx:     jr   $ra
#--- words about $gp
        .data
        .text
main:   li   $t0, 11
        sw   $t0, 0($gp)
        sw   $t0, -4($gp)
        lw   $a0, 0($gp)
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#--- main saves $ra and returns
        .text
        .globl main
main:   addi $sp, $sp, -4
        sw   $ra, 0($sp)
        li   $a0, 3
        jal  twice
        move $a0, $v0
        li   $v0, 1
        syscall
        lw   $ra, 0($sp)
        addi $sp, $sp, 4
        jr   $ra
twice:  add  $v0, $a0, $a0
        jr   $ra
#--- main pushes, pops and returns
main:   begin
        push $ra
        push $s0
        push $s1
        li   $s0, 3
        li   $s1, 4
        add  $a0, $s0, $s1
        li   $v0, 1
        syscall
        jal  f
        pop  $s1
        pop  $s0
        pop  $ra
        end
        li   $v0, 0
        jr   $ra
f:      begin
        push $ra
        push $s0
        li   $s0, 'x'
        move $a0, $s0
        li   $v0, 11
        syscall
        pop  $s0
        pop  $ra
        end
        jr   $ra
#--- main keeps $ra in $s7 and returns
        .globl main
main:   move $s7, $ra
        jal  f
        move $ra, $s7
        jr   $ra
f:      li   $a0, 1
        li   $v0, 1
        syscall
        jr   $ra
#--- main as a compiler writes it
        .globl main
main:   addiu $sp, $sp, -32
        sw   $ra, 28($sp)
        sw   $fp, 24($sp)
        move $fp, $sp
        li   $2, 5
        sw   $2, 16($fp)
        lw   $4, 16($fp)
        jal  f
        move $4, $2
        li   $2, 1
        syscall
        move $sp, $fp
        lw   $31, 28($sp)
        lw   $fp, 24($sp)
        addiu $sp, $sp, 32
        j    $31
f:      addiu $sp, $sp, -8
        sw   $fp, 4($sp)
        move $fp, $sp
        sw   $4, 8($fp)
        lw   $2, 8($fp)
        addiu $2, $2, 1
        move $sp, $fp
        lw   $fp, 4($sp)
        addiu $sp, $sp, 8
        j    $31
#--- lengths as distances of addresses
        .data
s:      .asciiz "measure"
e:      .byte 0
        .text
main:   la   $t0, s
        la   $t1, e
        sub  $a0, $t1, $t0
        addi $a0, $a0, -1
        li   $v0, 1
        syscall
        la   $t2, s
l:      lb   $t3, 0($t2)
        beqz $t3, d
        addi $t2, $t2, 1
        j    l
d:      sub  $a0, $t2, $t0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#--- insertion sort with a guard before the array
        .data
guard:  .word -2147483648
a:      .word 7, 3, 5, 1
        .text
main:   la   $s0, a
        li   $t0, 1
o:      sll  $t1, $t0, 2
        add  $t1, $t1, $s0
        lw   $t2, 0($t1)
i:      lw   $t3, -4($t1)
        ble  $t3, $t2, p
        sw   $t3, 0($t1)
        addi $t1, $t1, -4
        j    i
p:      sw   $t2, 0($t1)
        addi $t0, $t0, 1
        blt  $t0, 4, o
        lw   $a0, a
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#--- a list from sbrk
        .text
main:   li   $s0, 0
        li   $s1, 1
b:      li   $v0, 9
        li   $a0, 8
        syscall
        sw   $s1, 0($v0)
        sw   $s0, 4($v0)
        move $s0, $v0
        addi $s1, $s1, 1
        ble  $s1, 4, b
w:      beqz $s0, x
        lw   $a0, 0($s0)
        li   $v0, 1
        syscall
        lw   $s0, 4($s0)
        b    w
x:      li   $v0, 10
        syscall
#--- a product with a fixed point
        .text
main:   li   $t0, 98304        # 1.5
        li   $t1, 163840       # 2.5
        mult $t0, $t1
        mfhi $t2
        mflo $t3
        srl  $t3, $t3, 16
        sll  $t2, $t2, 16
        or   $t2, $t2, $t3
        srl  $a0, $t2, 16
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#--- a double saved as two words
        .data
x:      .double 3.5
        .text
main:   l.d  $f2, x
        addi $sp, $sp, -8
        swc1 $f2, 0($sp)
        swc1 $f3, 4($sp)
        li.d $f2, 0.0
        lwc1 $f2, 0($sp)
        lwc1 $f3, 4($sp)
        addi $sp, $sp, 8
        mov.d $f12, $f2
        li   $v0, 3
        syscall
        li   $v0, 10
        syscall
#--- a table of texts
        .data
d0:     .asciiz "zero"
d1:     .asciiz "one"
tab:    .word d0, d1
        .text
main:   li   $t0, 0
l:      sll  $t1, $t0, 2
        la   $t2, tab
        add  $t2, $t2, $t1
        lw   $a0, ($t2)
        li   $v0, 4
        syscall
        addi $t0, $t0, 1
        bne  $t0, 2, l
        li   $v0, 10
        syscall
#--- a callee that saves temporaries
        .text
main:   li   $t0, 5
        li   $a0, 2
        jal  f
        add  $a0, $t0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
f:      addi $sp, $sp, -4
        sw   $t0, 0($sp)
        li   $t0, 40
        mul  $v0, $a0, $t0
        lw   $t0, 0($sp)
        addi $sp, $sp, 4
        jr   $ra
#--- an index from two addresses
        .data
a:      .word 1, 2, 3
        .text
main:   la   $t0, a
        lw   $t1, 8($t0)
        addi $t2, $t0, 8
        subu $t3, $t2, $t0
        srl  $a0, $t3, 2
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#--- an array in a frame, below a saved register
        .text
main:   jal  f
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
f:      addi $sp, $sp, -44
        sw   $s0, 40($sp)
        li   $s0, 0
        move $t0, $sp
w:      sw   $s0, 0($t0)
        addi $t0, $t0, 4
        addi $s0, $s0, 1
        blt  $s0, 10, w
        lw   $v0, 36($sp)
        lw   $s0, 40($sp)
        addi $sp, $sp, 44
        jr   $ra
#--- a procedure with two ways out
        .text
main:   li   $a0, 0
        jal  f
        li   $a0, 5
        jal  f
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
f:      addi $sp, $sp, -8
        sw   $ra, 4($sp)
        sw   $s0, 0($sp)
        bnez $a0, g
        li   $v0, 0
        lw   $s0, 0($sp)
        lw   $ra, 4($sp)
        addi $sp, $sp, 8
        jr   $ra
g:      move $s0, $a0
        jal  h
        add  $v0, $v0, $s0
        lw   $s0, 0($sp)
        lw   $ra, 4($sp)
        addi $sp, $sp, 8
        jr   $ra
h:      li   $v0, 7
        jr   $ra
#--- a procedure chooses the service
        .text
main:   li   $a0, 65
        jal  pick
        syscall
        li   $v0, 10
        syscall
pick:   li   $v0, 11
        jr   $ra
#--- a procedure loads the argument of a service
        .data
m:      .asciiz "ok"
        .text
main:   li   $v0, 4
        jal  load
        syscall
        li   $v0, 10
        syscall
load:   la   $a0, m
        jr   $ra
#--- words at any address
        .data
b:      .byte 1, 2, 3, 4, 5, 6, 7, 8
        .text
main:   ulw  $a0, b+1
        li   $v0, 34
        syscall
        usw  $a0, b+3
        lbu  $a0, b+3
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#--- main returns by `j`
        .text
        .globl main
main:   sub  $sp, $sp, 8
        sw   $ra, 4($sp)
        sw   $s0, 0($sp)
        li   $s0, 4
        move $a0, $s0
        li   $v0, 1
        syscall
        li   $v0, 0
        lw   $s0, 0($sp)
        lw   $ra, 4($sp)
        add  $sp, $sp, 8
        j    $ra
#--- half words copied in pairs
        .data
        .align 2
h:      .half 1, 2, 3, 4
d:      .space 8
        .text
main:   lw   $t0, h
        sw   $t0, d
        lw   $t0, h+4
        sw   $t0, d+4
        lh   $a0, d+6
        li   $v0, 1
        syscall
        lw   $t1, h
        andi $a0, $t1, 0xffff
        syscall
        srl  $a0, $t1, 16
        syscall
        li   $v0, 10
        syscall
#--- macros that use the registers they were given
        .macro add3(%d, %x, %y)
        add $t0, %x, %y
        addi %d, $t0, 3
        .end_macro
        .macro show(%x)
        move $a0, %x
        li $v0, 1
        syscall
        .end_macro
        .macro larger(%d, %x)
        move $t9, %x
        bge %d, $t9, done
        move %d, $t9
done:
        .end_macro
        .text
main:   li $t0, 1
        li $t1, 2
        add3($t0, $t0, $t1)
        larger($t0, $t1)
        show($t0)
        move $a0, $t1
        show($a0)
        li $v0, 10
        syscall
#--- arguments in the other order, for the caller
main:   li $a0, 1
        li $a1, 2
        jal swap
        sub $a0, $a0, $a1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
swap:   move $t0, $a0
        move $a0, $a1
        move $a1, $t0
        jr $ra
#--- an index before the label that was moved for it
        .data
tab:    .word 11, 22, 33
        .text
main:   la $t0, tab-4
        lw $a0, 4($t0)
        li $v0, 1
        syscall
        lw $a0, 8($t0)
        syscall
        li $v0, 10
        syscall
