# Replaces an instruction of its own loop, which becomes a branch (self-modifying code only).
        .text
main:   li   $s0, 20
        la   $t0, patched
        lw   $t1, other
loop:   addi $s0, $s0, -1
        bne  $s0, 10, patched
        sw   $t1, 0($t0)
patched: add $t2, $t2, $s0
        bgtz $s0, loop
        li   $v0, 10
        syscall
other:  beq  $zero, $zero, other
