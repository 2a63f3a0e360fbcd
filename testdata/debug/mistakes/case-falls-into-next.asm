# A calculator with a table of operations: the first one runs on into the second.
        .data
tab:    .word   op_add, op_sub, op_mul
        .text
main:   li      $s0, 6
        li      $s1, 2
        li      $t0, 0
        sll     $t0, $t0, 2
        lw      $t1, tab($t0)
        jr      $t1
op_add: add     $s2, $s0, $s1            #~ a jump is missing
op_sub: sub     $s2, $s0, $s1
        j       out
op_mul: mul     $s2, $s0, $s1
        j       out
out:    move    $a0, $s2
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
