# Faults, traps and accesses in parts, with a handler that skips what has failed.
        .data
value:  .word 0x01020304, 5
        .text
main:   li   $s0, 12
        la   $t0, value
loop:   lw   $t1, 1($t0)
        lwl  $t2, 2($t0)
        lwr  $t2, 1($t0)
        swl  $t2, 6($t0)
        ll   $t3, 0($t0)
        sc   $t3, 0($t0)
        ldc1 $f2, 0($t0)
        sdc1 $f2, 0($t0)
        teq  $s0, $s0
        c.lt.s $f2, $f3
        bc1t skip
        bltzal $s0, skip
skip:   la   $t4, here
        jalr $t4
here:   addi $s0, $s0, -1
        bgtz $s0, loop
        li   $v0, 10
        syscall
        .ktext 0x80000180
        mfc0 $k0, $14
        addiu $k0, $k0, 4
        mtc0 $k0, $14
        eret
