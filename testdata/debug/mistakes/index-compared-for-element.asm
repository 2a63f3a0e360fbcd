# Linear search: compares the index with the key, not the element.
        .data
arr:    .word   7, 3, 9, 4
        .text
main:   li      $s0, 9
        la      $t0, arr
        li      $t1, 0
loop:   bge     $t1, 4, nf
        lw      $t2, 0($t0)              #~ never used
        beq     $t1, $s0, found
        addi    $t0, $t0, 4
        addi    $t1, $t1, 1
        j       loop
found:  move    $a0, $t1
        j       pr
nf:     li      $a0, -1
pr:     li      $v0, 1
        syscall
        li      $v0, 10
        syscall
