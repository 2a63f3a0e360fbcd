# Readings: reads how many numbers there are, then the numbers, and prints what they come to.
# Write the four procedures at the end; leave everything above them as it is.

        .data
numbers: .space 400
of_sum: .asciiz "sum "
of_max: .asciiz "max "
of_mean: .asciiz "above "
sorted: .asciiz "sorted"

        .text
        .globl  main
main:
        li      $v0, 5
        syscall
        move    $s0, $v0
        la      $s1, numbers
        move    $s2, $zero
read:
        bge     $s2, $s0, answer
        li      $v0, 5
        syscall
        sll     $t0, $s2, 2
        addu    $t0, $t0, $s1
        sw      $v0, 0($t0)
        addiu   $s2, $s2, 1
        j       read
answer:
        la      $a0, numbers
        move    $a1, $s0
        jal     sum_of
        la      $a0, of_sum
        move    $a1, $v0
        jal     print_line
        la      $a0, numbers
        move    $a1, $s0
        jal     max_of
        move    $s3, $v0
        la      $a0, of_max
        move    $a1, $v0
        jal     print_line
        la      $a0, numbers
        move    $a1, $s0
        sra     $a2, $s3, 1
        jal     count_above
        la      $a0, of_mean
        move    $a1, $v0
        jal     print_line
        la      $a0, numbers
        move    $a1, $s0
        jal     sort
        la      $a0, sorted
        li      $v0, 4
        syscall
        move    $s2, $zero
print:
        bge     $s2, $s0, end
        li      $a0, ' '
        li      $v0, 11
        syscall
        sll     $t0, $s2, 2
        addu    $t0, $t0, $s1
        lw      $a0, 0($t0)
        li      $v0, 1
        syscall
        addiu   $s2, $s2, 1
        j       print
end:
        li      $a0, '\n'
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall

# Prints the text at $a0, the number in $a1 and a line end.
print_line:
        li      $v0, 4
        syscall
        move    $a0, $a1
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        jr      $ra

# sum_of($a0: numbers, $a1: how many): their sum; 0 if there are none.
# max_of($a0: numbers, $a1: how many): the largest; 0 if there are none.
# count_above($a0: numbers, $a1: how many, $a2: limit): how many are above the limit.
# sort($a0: numbers, $a1: how many): puts them in order, the smallest first.

# Pointers up to an end pointer; selection sort.
sum_of:
        sll     $a1, $a1, 2
        add     $a1, $a1, $a0
        li      $v0, 0
        b       sum_test
sum_step:
        lw      $t9, 0($a0)
        add     $v0, $v0, $t9
        addi    $a0, $a0, 4
sum_test:
        bne     $a0, $a1, sum_step
        jr      $ra

max_of:
        li      $v0, 0
        beqz    $a1, largest
        lui     $v0, 0x8000
again:
        lw      $t9, 0($a0)
        slt     $t8, $v0, $t9
        movn    $v0, $t9, $t8
        addi    $a0, $a0, 4
        bnez    $a1, again
largest:
        jr      $ra

count_above:
        li      $v0, 0
        beqz    $a1, counted
count:
        lw      $t9, 0($a0)
        slt     $t8, $a2, $t9
        add     $v0, $v0, $t8
        addi    $a0, $a0, 4
        bgtz    $a1, count
counted:
        jr      $ra

sort:
        sll     $a1, $a1, 2
        add     $a1, $a1, $a0
select:
        bge     $a0, $a1, in_order
        move    $t0, $a0                # where the smallest is
        addi    $t1, $a0, 4
look:
        beq     $t1, $a1, swap
        lw      $t2, 0($t1)
        lw      $t3, 0($t0)
        bge     $t2, $t3, not_smaller
        move    $t0, $t1
not_smaller:
        addi    $t1, $t1, 4
        b       look
swap:
        lw      $t2, 0($a0)
        lw      $t3, 0($t0)
        sw      $t2, 0($t0)
        sw      $t3, 0($a0)
        addi    $a0, $a0, 4
        b       select
in_order:
        jr      $ra
