# Doubles until it is above the limit; the test has its operands the wrong way round.
        .data
limit:  .word 1000
        .text
main:   li    $t0, 1
        lw    $t1, limit
        li    $t3, 0
again:  add   $t0, $t0, $t3
        addi  $t2, $t2, 4096
        blt   $t1, $zero, done
        j     again
done:   move  $a0, $t0
        li    $v0, 1
        syscall
        li    $v0, 10
        syscall
