# Copies bytes until one is negative.
        .data
bytes:  .byte   1, 2, -1
        .text
main:   la      $t0, bytes
next:   lbu     $t1, 0($t0)
        addi    $t0, $t0, 1
        bgez    $t1, next
        li      $v0, 10
        syscall
