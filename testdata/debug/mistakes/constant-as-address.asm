# A constant is taken for an address.
        .data
count:  .word   12
        .text
main:   li      $t0, 12
        lw      $a0, 0($t0)
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
