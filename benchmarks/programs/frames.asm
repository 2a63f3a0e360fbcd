# Paints a square of SIDE by SIDE units anew, waits for the next frame, and so on: every unit has
# another of 256 colours in every frame. Whoever measures replaces SIDE and the repetitions.

        .eqv    PICTURE         0x10040000
        .eqv    SIDE            64
        .eqv    FRAME_MS        17

main:   li   $s7, 1                     # repetitions
frame:  li   $t0, PICTURE
        li   $t1, 0                     # y
row:    li   $t2, 0                     # x
column: xor  $t3, $t1, $t2
        addu $t3, $t3, $s7
        andi $t3, $t3, 255
        sll  $t4, $t3, 16
        subu $t4, $t4, $t3
        addiu $t4, $t4, 255
        sw   $t4, 0($t0)
        addiu $t0, $t0, 4
        addiu $t2, $t2, 1
        bne  $t2, SIDE, column
        addiu $t1, $t1, 1
        bne  $t1, SIDE, row
        li   $a0, FRAME_MS
        li   $v0, 32
        syscall
        addiu $s7, $s7, -1
        bnez $s7, frame
        li   $v0, 10
        syscall
