# Sums an array from its end, and goes one element too far.
        .data
limit:  .word   100
arr:    .word   1, 2, 3, 4
        .text
main:   la      $t0, arr
        li      $t1, 4
        lw      $t3, limit
        li      $t2, 0
loop:   sll     $t4, $t1, 2
        add     $t4, $t4, $t0
        lw      $t5, -4($t4)            #~ reads the word before `arr` when $t1 is 0
        add     $t2, $t2, $t5
        addi    $t1, $t1, -1
        bgez    $t1, loop
        move    $a0, $t2
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
