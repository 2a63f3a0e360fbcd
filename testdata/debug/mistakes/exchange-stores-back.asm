# Bubble sort: the two stores of the exchange put both values back.
        .data
arr:    .word   5, 2, 8, 1
n:      .word   4
        .text
main:   li      $t9, 0
outer:  lw      $t0, n
        addi    $t0, $t0, -1
        bge     $t9, $t0, print
        li      $t1, 0
inner:  bge     $t1, $t0, endi
        sll     $t2, $t1, 2
        lw      $t3, arr($t2)
        addi    $t4, $t2, 4
        lw      $t5, arr($t4)
        ble     $t3, $t5, noswap
        sw      $t5, arr($t4)       #~ where it came from
        sw      $t3, arr($t2)
noswap: addi    $t1, $t1, 1
        j       inner
endi:   addi    $t9, $t9, 1
        j       outer
print:  li      $t1, 0
p:      sll     $t2, $t1, 2
        lw      $a0, arr($t2)
        li      $v0, 1
        syscall
        addi    $t1, $t1, 1
        blt     $t1, 4, p
        li      $v0, 10
        syscall
