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

# Counts down with the number of those left; gnome sort.
sum_of:
        xor     $v0, $v0, $v0
sum_go:
        blez    $a1, sum_ready
        lw      $t5, 0($a0)
        addi    $a1, $a1, -1
        add     $v0, $v0, $t5
        addi    $a0, $a0, 4
        j       sum_go
sum_ready:
        jr      $ra

max_of:
        beq     $a1, $0, max_zero
        lw      $t6, 0($a0)
max_go:
        addi    $a1, $a1, -1
        beq     $a1, $0, max_ready
        addi    $a0, $a0, 4
        lw      $t5, 0($a0)
        slt     $t7, $t6, $t5
        beq     $t7, $0, max_go
        or      $t6, $t5, $0
        j       max_go
max_zero:
        and     $t6, $t6, $0
max_ready:
        or      $v0, $t6, $0
        jr      $ra

count_above:
        xor     $t6, $t6, $t6
count_go:
        beq     $a1, $0, count_ready
        lw      $t5, 0($a0)
        addi    $a0, $a0, 4
        addi    $a1, $a1, -1
        slt     $t7, $a2, $t5
        beq     $t7, $0, count_go
        addi    $t6, $t6, 1
        j       count_go
count_ready:
        or      $v0, $t6, $0
        jr      $ra

sort:
        li      $t0, 0                  # where the gnome stands
gnome:
        slt     $t9, $t0, $a1
        beq     $t9, $0, gnome_home
        beq     $t0, $0, gnome_forward
        sll     $t1, $t0, 2
        add     $t1, $t1, $a0
        lw      $t2, -4($t1)
        lw      $t3, 0($t1)
        slt     $t9, $t3, $t2
        beq     $t9, $0, gnome_forward
        sw      $t3, -4($t1)
        sw      $t2, 0($t1)
        addi    $t0, $t0, -1
        j       gnome
gnome_forward:
        addi    $t0, $t0, 1
        j       gnome
gnome_home:
        jr      $ra
