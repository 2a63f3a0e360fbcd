        .data
list:   .word 3, 1, 4, 1, 5
msg:    .asciiz "sum: "
        .text
main:   la    $a0, list
        li    $a1, 5
        jal   sum
        move  $s0, $v0
        la    $a0, msg
        li    $v0, 4
        syscall
        move  $a0, $s0
        li    $v0, 1
        syscall
        li    $v0, 10
        syscall
sum:    addi  $sp, $sp, -4
        sw    $ra, 0($sp)
        li    $v0, 0
loop:   beqz  $a1, done
        lw    $t0, 0($a0)
        addi  $a0, $a0, 4
        add   $v0, $v0, $t0
        j     loop
done:   lw    $ra, 0($sp)
        addi  $sp, $sp, 4
        jr    $ra
