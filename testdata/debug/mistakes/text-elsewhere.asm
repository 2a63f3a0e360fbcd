        .text 0x00400400
        .globl main
main:   li   $s0, 5
        li   $t0, 7
        jal  f
        add  $a0, $t0, $s0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
f:      li   $t0, 3
        li   $s0, 4
again:  addi $t0, $t0, -1
        addi $s0, $s0, 1
        bgtz $t0, again
        jr   $ra
