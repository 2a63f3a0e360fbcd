# Prints the largest word of an array.
        .data
numbers: .word 3, -7, 12, 5
count:  .word 4

        .text
main:   la   $t0, numbers
        lw   $t1, count
        lw   $t3, 0($t0)       # the largest so far

        move $a0, $t3
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
