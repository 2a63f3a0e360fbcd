# Passes along an array: every fifth instruction loads, every fifth stores.
        .data
v:      .space 65536
        .text
main:   li   $s7, 400
again:  la   $t0, v
        addiu $t1, $t0, 65536
loop:   lw   $t2, 0($t0)
        addu $t3, $t3, $t2
        sw   $t3, 0($t0)
        addiu $t0, $t0, 4
        bne  $t0, $t1, loop
        addiu $s7, $s7, -1
        bgtz $s7, again
        li   $v0, 10
        syscall
