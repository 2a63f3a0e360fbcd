# Prints the first element of an array.
        .data
arr:    .word   7, 8, 9
        .text
main:   lw      $t0, arr
        lw      $a0, 0($t0)
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
