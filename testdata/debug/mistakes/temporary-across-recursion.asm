# fib keeps its first result in $t0, which the second call needs for its own.
        .text
main:   li      $a0, 6
        jal     fib
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

fib:    addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)
        move    $v0, $a0
        blt     $a0, 2, return
        addiu   $a0, $a0, -1
        jal     fib
        move    $t0, $v0
        lw      $a0, 0($sp)
        addiu   $a0, $a0, -2
        jal     fib
        addu    $v0, $v0, $t0
return: lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra
