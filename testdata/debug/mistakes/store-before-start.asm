# Shifts an array down by one; the first element lands in the variable before it.
        .data
total:  .word   7
arr:    .word   1, 2, 3
        .text
main:   la      $t0, arr
        li      $t1, 0
loop:   lw      $t2, 0($t0)
        sw      $t2, -4($t0)            #~ overwrites `total`
        addi    $t0, $t0, 4
        addi    $t1, $t1, 1
        blt     $t1, 3, loop
        lw      $a0, total
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
