# It turns numbers that are none into integers.
# exit: 0

        .data
odd:    .word 0x7fc00000, 0x7f800000, 0xff800000, 0x7f800001, 0x80000000, 0x00000001, 0x4f000000
end:    .word 0
        .text
main:   la $s0, odd
each:   lwc1 $f12, 0($s0)
        cvt.w.s $f0, $f12
        trunc.w.s $f0, $f12
        ceil.w.s $f0, $f12
        floor.w.s $f0, $f12
        round.w.s $f0, $f12
        cvt.d.s $f2, $f12
        cvt.w.d $f4, $f2
        sqrt.d $f2, $f2
        div.s $f6, $f12, $f12
        li $v0, 2
        syscall
        addiu $s0, $s0, 4
        la $t0, end
        bne $s0, $t0, each
        li $v0, 10
        syscall
