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
        la      $a0, of_sum
        li      $v0, 4
        syscall
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

# Recursion wherever it fits; quicksort.
sum_of:
        bnez    $a1, sum_more
        move    $v0, $zero
        jr      $ra
sum_more:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        lw      $t0, 0($a0)
        sw      $t0, 0($sp)
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, -1
        jal     sum_of
        lw      $t0, 0($sp)
        addu    $v0, $v0, $t0
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

max_of:
        beqz    $a1, max_none
        li      $t0, 1
        beq     $a1, $t0, max_one
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        lw      $t0, 0($a0)
        sw      $t0, 0($sp)
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, -1
        jal     max_of
        lw      $t0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        bge     $v0, $t0, max_back
        move    $v0, $t0
max_back:
        jr      $ra
max_one:
        lw      $v0, 0($a0)
        jr      $ra
max_none:
        move    $v0, $zero
        jr      $ra

count_above:
        move    $v0, $zero
        sll     $t1, $a1, 2
        addu    $t1, $t1, $a0
above_more:
        beq     $a0, $t1, above_all
        lw      $t0, 0($a0)
        addiu   $a0, $a0, 4
        ble     $t0, $a2, above_more
        addiu   $v0, $v0, 1
        b       above_more
above_all:
        jr      $ra

sort:
        sll     $a1, $a1, 2
        addu    $a1, $a1, $a0
        addiu   $a1, $a1, -4
# Puts the words from $a0 to $a1 in order, both included.
quick:
        bge     $a0, $a1, quick_end
        addiu   $sp, $sp, -12
        sw      $ra, 0($sp)
        lw      $t0, 0($a1)             # pivot
        move    $t1, $a0                # where the next smaller one goes
        move    $t2, $a0
quick_part:
        beq     $t2, $a1, quick_split
        lw      $t3, 0($t2)
        bge     $t3, $t0, quick_on
        lw      $t4, 0($t1)
        sw      $t3, 0($t1)
        sw      $t4, 0($t2)
        addiu   $t1, $t1, 4
quick_on:
        addiu   $t2, $t2, 4
        b       quick_part
quick_split:
        lw      $t4, 0($t1)
        sw      $t0, 0($t1)
        sw      $t4, 0($a1)
        sw      $t1, 4($sp)
        sw      $a1, 8($sp)
        addiu   $a1, $t1, -4
        jal     quick
        lw      $a0, 4($sp)
        addiu   $a0, $a0, 4
        lw      $a1, 8($sp)
        jal     quick
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 12
quick_end:
        jr      $ra
