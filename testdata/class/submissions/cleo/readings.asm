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

# From the end to the start; insertion sort.
sum_of:
        sll     $t0, $a1, 2
        li      $v0, 0
sum_down:
        beq     $t0, $zero, sum_done
        addi    $t0, $t0, -4
        add     $t1, $a0, $t0
        lw      $t1, ($t1)
        add     $v0, $t1, $v0
        b       sum_down
sum_done:
        jr      $ra

max_of:
        bgtz    $a1, some
        li      $v0, 0
        jr      $ra
some:
        sll     $t0, $a1, 2
        add     $t0, $t0, $a0
        lw      $v0, -4($t0)
max_down:
        addi    $t0, $t0, -4
        blt     $t0, $a0, max_done
        lw      $t1, ($t0)
        bgt     $v0, $t1, max_down
        move    $v0, $t1
        b       max_down
max_done:
        jr      $ra

count_above:
        li      $v0, 0
        sll     $t0, $a1, 2
count_down:
        addi    $t0, $t0, -4
        bltz    $t0, count_done
        add     $t1, $a0, $t0
        lw      $t1, ($t1)
        sgt     $t1, $t1, $a2
        add     $v0, $v0, $t1
        b       count_down
count_done:
        jr      $ra

sort:
        li      $t0, 1                  # so many are in order
insert:
        bge     $t0, $a1, sort_done
        sll     $t1, $t0, 2
        add     $t1, $t1, $a0
        lw      $t2, ($t1)              # to be put in its place
shift:
        beq     $t1, $a0, put
        lw      $t3, -4($t1)
        ble     $t3, $t2, put
        sw      $t3, ($t1)
        addi    $t1, $t1, -4
        b       shift
put:
        sw      $t2, ($t1)
        addi    $t0, $t0, 1
        b       insert
sort_done:
        jr      $ra
