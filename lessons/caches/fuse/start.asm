# Doubles all numbers, then adds them up.
        .data
numbers: .word 1:512
total:  .word 0
        .text
main:   la   $t0, numbers
        li   $t1, 512
double: lw   $t3, 0($t0)
        sll  $t3, $t3, 1
        sw   $t3, 0($t0)
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bne  $t1, $zero, double
        la   $t0, numbers
        li   $t1, 512
        li   $t4, 0             # the sum
sum:    lw   $t3, 0($t0)
        add  $t4, $t4, $t3
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bne  $t1, $zero, sum
        sw   $t4, total
        li   $v0, 10
        syscall
