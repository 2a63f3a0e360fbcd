# Adds every second number from 5 down.
        .data
msg:    .asciiz "Result: "
        .text
main:   li      $a0, 5
        jal     sumodd
        move    $t0, $v0
        la      $a0, msg
        li      $v0, 4
        syscall
        move    $a0, $t0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
sumodd: addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)
        beqz    $a0, zero               #~ 5, 3, 1, -1: never 0
        addi    $a0, $a0, -2
        jal     sumodd
        lw      $a0, 0($sp)
        add     $v0, $v0, $a0
        j       back
zero:   li      $v0, 0
back:   lw      $ra, 4($sp)
        addi    $sp, $sp, 8
        jr      $ra
