# Prints the largest word of an array.
        .data
numbers: .word 3, -7, 12, 5
count:  .word 4

        .text
main:   la   $t0, numbers
        lw   $t1, count
        lw   $t3, 0($t0)       # the largest so far

next:   beqz $t1, print
        lw   $t2, 0($t0)
        ble  $t2, $t3, skip
        move $t3, $t2
skip:   addi $t0, $t0, 4
        addi $t1, $t1, -1
        j    next

print:  move $a0, $t3
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
