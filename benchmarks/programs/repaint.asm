# Repaints a display of 512 by 512 units and looks for a key after every row, as a game does that
# draws everything anew. Whoever measures what devices cost lets KEYS be ordinary memory as well.

        .eqv    KEYS            0xffff0000
        .eqv    DISPLAY         0x10040000
        .eqv    DISPLAY_END     0x10140000
        .eqv    ROW_BYTES       2048

main:   li   $s7, 1                     # repetitions
        li   $s6, KEYS
        li   $s0, 0x00102030            # colour
frame:  li   $t0, DISPLAY
        li   $t1, DISPLAY_END
row:    lw   $t3, 0($s6)
        andi $t3, $t3, 1
        bnez $t3, end
        addiu $t2, $t0, ROW_BYTES
unit:   sw   $s0, 0($t0)
        addiu $t0, $t0, 4
        bne  $t0, $t2, unit
        addiu $s0, $s0, 1
        bne  $t0, $t1, row
        addiu $s7, $s7, -1
        bnez $s7, frame
end:    move $a0, $s0
        li   $v0, 34
        syscall
        li   $v0, 10
        syscall
