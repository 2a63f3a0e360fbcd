# Fills an array of words with sb.
        .data
arr:    .word   0, 0, 0, 0
        .text
main:   la      $t0, arr
        li      $t1, 0
fill:   li      $t2, 300
        add     $t2, $t2, $t1
        sb      $t2, 0($t0)             #~ stores one byte of the word
        addi    $t0, $t0, 4
        addi    $t1, $t1, 1
        blt     $t1, 4, fill
        lw      $a0, arr
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
