# Walks over an array until the address of its end, by eight.
        .data
arr:    .word   1, 2, 3
end:    .word   0
        .text
main:   la      $t0, arr
        la      $t1, end
        li      $t2, 0
loop:   addi    $t2, $t2, 1
        addi    $t0, $t0, 8
        bne     $t0, $t1, loop          #~ steps over `end`
        li      $v0, 10
        syscall
