# Adds an array of words with lb.
        .data
arr:    .word   100, 200, 300, 400
        .text
main:   la      $t0, arr
        li      $t1, 0
        li      $t3, 0
loop:   lb      $t2, 0($t0)             #~ loads one byte of the word
        add     $t3, $t3, $t2
        addi    $t0, $t0, 4
        addi    $t1, $t1, 1
        blt     $t1, 4, loop
        move    $a0, $t3
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
