# A dot that keys move: w, a, s and d; q ends.
#
# Unit width in pixels: 16
# Unit height in pixels: 16
# Display width in pixels: 256
# Display height in pixels: 256
# Base Address for Display: 0x10008000 ($gp)

        .eqv DOT  0x00f0764a
        .eqv MIDDLE 544        # row 8, column 8: (8 * 16 + 8) * 4

        .text
main:   addi $s0, $gp, MIDDLE  # where the dot is
        li   $t2, DOT
        sw   $t2, 0($s0)

loop:   lw   $t0, 0xffff0000   # is there a key?
        beqz $t0, loop
        lw   $t1, 0xffff0004   # which one?
        beq  $t1, 'q', quit
        beq  $t1, 'd', right
        beq  $t1, 'a', left
        beq  $t1, 'w', up
        beq  $t1, 's', down
        j    loop

right:  li   $a0, 4
        j    go
left:   li   $a0, -4
        j    go
up:     li   $a0, -64
        j    go
down:   li   $a0, 64
        j    go

go:     jal  move_by
        j    loop

quit:   li   $v0, 10
        syscall

# move_by: moves the dot by $a0 bytes
move_by:
        sw   $zero, 0($s0)
        add  $s0, $s0, $a0
        li   $t2, DOT
        sw   $t2, 0($s0)
        jr   $ra
