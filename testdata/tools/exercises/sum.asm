# The sum of 256 words, one in each turn: the loaded value is needed at once.
        .data
v:      .space 1024
        .text
main:   la   $t0, v
        addi $t1, $t0, 1024
        li   $s0, 0
loop:   lw   $t2, 0($t0)
        add  $s0, $s0, $t2
        addi $t0, $t0, 4
        bne  $t0, $t1, loop
        li   $v0, 10
        syscall
