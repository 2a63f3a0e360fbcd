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

# One walk for all: each procedure hands it what to do; shell sort.
walk:                                   # calls $t8 with each number in $t0
        move    $t7, $ra
        move    $t6, $a0
        move    $t5, $a1
walk_on:
        beqz    $t5, walk_end
        lw      $t0, ($t6)
        jalr    $t8
        addu    $t6, $t6, 4
        subu    $t5, $t5, 1
        b       walk_on
walk_end:
        jr      $t7

add_it: addu    $v0, $v0, $t0
        jr      $ra
sum_of: la      $t8, add_it
        li      $v0, 0
        b       walk

take_it:
        bge     $v0, $t0, took_it
        move    $v0, $t0
took_it:
        jr      $ra
max_of: la      $t8, take_it
        li      $v0, 0
        beqz    $a1, took_it
        lw      $v0, ($a0)
        b       walk

count_it:
        sgt     $t1, $t0, $a2
        addu    $v0, $v0, $t1
        jr      $ra
count_above:
        la      $t8, count_it
        li      $v0, 0
        b       walk

sort:
        move    $t0, $a1                # the gap
next_gap:
        srl     $t0, $t0, 1
        beqz    $t0, sorted_all
        move    $t1, $t0
from_gap:
        bge     $t1, $a1, next_gap
        mul     $t2, $t1, 4
        addu    $t2, $t2, $a0
        lw      $t3, ($t2)
        move    $t4, $t1
sift:
        blt     $t4, $t0, place
        subu    $t5, $t4, $t0
        mul     $t6, $t5, 4
        addu    $t6, $t6, $a0
        lw      $t7, ($t6)
        ble     $t7, $t3, place
        mul     $t8, $t4, 4
        addu    $t8, $t8, $a0
        sw      $t7, ($t8)
        move    $t4, $t5
        b       sift
place:
        mul     $t8, $t4, 4
        addu    $t8, $t8, $a0
        sw      $t3, ($t8)
        addu    $t1, $t1, 1
        b       from_gap
sorted_all:
        jr      $ra
