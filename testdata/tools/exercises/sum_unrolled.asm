# The sum of 256 words, four in each turn, loads first: nothing waits for memory.
        .data
v:      .space 1024
        .text
main:   la   $t0, v
        addi $t1, $t0, 1024
        li   $s0, 0
loop:   lw   $t2, 0($t0)
        lw   $t3, 4($t0)
        lw   $t4, 8($t0)
        lw   $t5, 12($t0)
        addi $t0, $t0, 16
        add  $s0, $s0, $t2
        add  $s0, $s0, $t3
        add  $s0, $s0, $t4
        add  $s0, $s0, $t5
        bne  $t0, $t1, loop
        li   $v0, 10
        syscall
