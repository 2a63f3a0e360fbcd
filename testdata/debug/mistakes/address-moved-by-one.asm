# A string in front of a word, and the index goes by one.
        .data
name:   .asciiz "abc"
        .align 2
arr:    .word   1, 2, 3
        .text
main:   la      $t0, arr
        li      $t1, 0
loop:   add     $t2, $t0, $t1
        lw      $a0, 0($t2)
        li      $v0, 1
        syscall
        addi    $t1, $t1, 1
        blt     $t1, 3, loop
        li      $v0, 10
        syscall
