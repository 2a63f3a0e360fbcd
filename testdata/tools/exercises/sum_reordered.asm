# The sum of 256 words, one in each turn: what is done meanwhile needs no waiting.
        .data
v:      .space 1024
        .text
main:   la   $t0, v
        addi $t1, $t0, 1024
        li   $s0, 0
loop:   lw   $t2, 0($t0)
        addi $t0, $t0, 4
        add  $s0, $s0, $t2
        bne  $t0, $t1, loop
        li   $v0, 10
        syscall
