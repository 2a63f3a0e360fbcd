# Adds up an array.
        .data
numbers: .word 3, 1, 4, 1, 5, 9, 2, 6
count:  .word 8
total:  .word 0

        .text
main:   la   $t0, numbers      # the address of the next word
        lw   $t1, count        # how many are left
        li   $t3, 0            # the sum so far

next:   beqz $t1, store
        lw   $t2, 0($t0)
        add  $t3, $t3, $t2
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        j    next

store:  sw   $t3, total
        li   $v0, 10
        syscall
