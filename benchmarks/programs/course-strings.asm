# What a first exercise about strings asks for, again and again: length, copy, upper case, reverse,
# words, the longest of them, palindromes, comparison, search.
        .macro call_with (%procedure, %first, %second)
        la   $a0, %first
        la   $a1, %second
        jal  %procedure
        .end_macro

        .macro enter
        addiu $sp, $sp, -20
        sw   $ra, 16($sp)
        sw   $s0, 12($sp)
        sw   $s1, 8($sp)
        sw   $s2, 4($sp)
        sw   $s3, 0($sp)
        .end_macro

        .macro leave
        lw   $s3, 0($sp)
        lw   $s2, 4($sp)
        lw   $s1, 8($sp)
        lw   $s0, 12($sp)
        lw   $ra, 16($sp)
        addiu $sp, $sp, 20
        jr   $ra
        .end_macro

        .data
text:   .asciiz "was it a car or a cat i saw, asked the pilot of level nine before noon; madam, said the civic radar, step on no pets and do geese see god"
buffer: .space 256
other:  .space 256
wanted: .asciiz "no pets"
        .text
        .globl main
main:   li   $s7, 1             # REPS
rep:    li   $s6, 0
        li   $s5, 400
round:  call_with strcpy, buffer, text
        call_with upper, buffer, text
        call_with strcpy, other, buffer
        call_with reverse, other, text
        call_with strcmp, other, buffer
        addu $s6, $s6, $v0
        call_with strlen, other, text
        addu $s6, $s6, $v0
        call_with words, text, buffer
        addu $s6, $s6, $v0
        call_with find, text, wanted
        addu $s6, $s6, $v0
        addiu $s5, $s5, -1
        bgtz $s5, round
        addiu $s7, $s7, -1
        bne  $s7, $zero, rep
        la   $a0, other
        li   $v0, 4
        syscall
        li   $a0, 32
        li   $v0, 11
        syscall
        move $a0, $s6
        li   $v0, 1
        syscall
        li   $a0, 10
        li   $v0, 11
        syscall
        li   $v0, 10
        syscall

strlen: li   $v0, 0
strlen_loop:
        addu $t0, $a0, $v0
        lb   $t0, 0($t0)
        beq  $t0, $zero, strlen_end
        addiu $v0, $v0, 1
        j    strlen_loop
strlen_end:
        jr   $ra

# strcpy(a0 = to, a1 = from)
strcpy: lb   $t0, 0($a1)
        sb   $t0, 0($a0)
        addiu $a0, $a0, 1
        addiu $a1, $a1, 1
        bne  $t0, $zero, strcpy
        jr   $ra

upper:  lb   $t0, 0($a0)
        beq  $t0, $zero, upper_end
        blt  $t0, 97, upper_next
        bgt  $t0, 122, upper_next
        addiu $t0, $t0, -32
        sb   $t0, 0($a0)
upper_next:
        addiu $a0, $a0, 1
        j    upper
upper_end:
        jr   $ra

# reverse(a0) turns a string round where it is
reverse:
        enter
        move $s0, $a0
        jal  strlen
        addu $s1, $s0, $v0
        addiu $s1, $s1, -1
swap:   bge  $s0, $s1, reversed
        lb   $t0, 0($s0)
        lb   $t1, 0($s1)
        sb   $t1, 0($s0)
        sb   $t0, 0($s1)
        addiu $s0, $s0, 1
        addiu $s1, $s1, -1
        j    swap
reversed:
        leave

strcmp: lb   $t0, 0($a0)
        lb   $t1, 0($a1)
        bne  $t0, $t1, strcmp_end
        beq  $t0, $zero, strcmp_end
        addiu $a0, $a0, 1
        addiu $a1, $a1, 1
        j    strcmp
strcmp_end:
        subu $v0, $t0, $t1
        jr   $ra

# is_letter(a0 = character) -> v0
is_letter:
        li   $v0, 0
        blt  $a0, 97, letter_end
        bgt  $a0, 122, letter_end
        li   $v0, 1
letter_end:
        jr   $ra

# words(a0) -> v0 = words, plus a hundred for each palindrome, plus the length of the longest
words:  enter
        move $s0, $a0
        li   $s2, 0
        li   $s3, 0             # longest
words_loop:
        lb   $a0, 0($s0)
        beq  $a0, $zero, words_end
        jal  is_letter
        bne  $v0, $zero, word
        addiu $s0, $s0, 1
        j    words_loop
word:   addiu $s2, $s2, 1
        move $s1, $s0
word_loop:
        lb   $a0, 0($s1)
        jal  is_letter
        beq  $v0, $zero, word_end
        addiu $s1, $s1, 1
        j    word_loop
word_end:
        subu $t0, $s1, $s0
        ble  $t0, $s3, not_longer
        move $s3, $t0
not_longer:
        move $a0, $s0
        addiu $a1, $s1, -1
        jal  is_palindrome
        beq  $v0, $zero, no_palindrome
        addiu $s2, $s2, 100
no_palindrome:
        move $s0, $s1
        j    words_loop
words_end:
        addu $v0, $s2, $s3
        leave

# is_palindrome(a0 = first, a1 = last), by recursion
is_palindrome:
        blt  $a0, $a1, palindrome_look
        li   $v0, 1
        jr   $ra
palindrome_look:
        lb   $t0, 0($a0)
        lb   $t1, 0($a1)
        beq  $t0, $t1, palindrome_inner
        li   $v0, 0
        jr   $ra
palindrome_inner:
        enter
        addiu $a0, $a0, 1
        addiu $a1, $a1, -1
        jal  is_palindrome
        leave

# find(a0 = text, a1 = wanted) -> v0 = where it begins
find:   enter
        move $s0, $a0
        move $s1, $a1
        li   $s2, 0
find_at:
        addu $t2, $s0, $s2
        move $t3, $s1
find_loop:
        lb   $t1, 0($t3)
        beq  $t1, $zero, found
        lb   $t0, 0($t2)
        bne  $t0, $t1, find_next
        addiu $t2, $t2, 1
        addiu $t3, $t3, 1
        j    find_loop
find_next:
        addiu $s2, $s2, 1
        j    find_at
found:  move $v0, $s2
        leave
