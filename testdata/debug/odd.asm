#--- a failed open that nobody looks at
        .data
name:   .asciiz "no such file"
buffer: .space 8
        .text
        la $a0, name
        li $a1, 0
        li $v0, 13
        syscall                 #~ file-not-opened
        move $a0, $v0
        la $a1, buffer
        li $a2, 8
        li $v0, 14
        syscall
#--- a division by zero, many times
        li $t0, 5
loop:   div $t0, $zero          #~ division-by-zero
        addi $t0, $t0, -1
        bgtz $t0, loop
#--- a division by zero without signs
        li $t0, 5
        li $t1, 0
        divu $t0, $t1           #~ division-by-zero
#--- main runs on into a procedure
main:   li $a0, 1
        jal show
        li $a0, 2
        nop                     #~ fell-into-procedure
show:   li $v0, 1
        syscall
        addi $t9, $zero, 1
        jr $ra
#--- a string without an end
        .data
prompt: .ascii "Sum: "
other:  .asciiz "secret"
        .text
        la $a0, prompt
        li $v0, 4
        syscall                 #~ string-without-end
#--- an integer in a float
        li $t0, 7
        mtc1 $t0, $f0           #~ not-converted
        add.s $f12, $f0, $f0
        li $v0, 2
        syscall
#--- reading on and on
        .data
line:   .space 16
        .text
        li $t0, 4
loop:   la $a0, line
        li $a1, 16
        li $v0, 8
        syscall                 #~ end-of-input
        addi $t0, $t0, -1
        bgtz $t0, loop
#--- a file is written after it was closed
        .data
name:   .asciiz "b.txt"
        .text
        la $a0, name
        li $a1, 1
        li $a2, 0
        li $v0, 13
        syscall
        move $s1, $v0
        move $a0, $s1
        li $v0, 16
        syscall
        move $a0, $s1
        la $a1, name
        li $a2, 5
        li $v0, 15
        syscall                 #~ file-closed
        move $a0, $s1
        li $v0, 16
        syscall
#--- a descriptor that nothing has opened
        .data
text:   .asciiz "hello"
        .text
        li $a0, 3
        la $a1, text
        li $a2, 5
        li $v0, 15
        syscall                 #~ file-never-opened
