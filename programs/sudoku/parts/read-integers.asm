# read_grid: fills the grid from SIZE lines, each read as one integer.
# An integer has no leading zeros, so it is split from the right: the remainder by ten is the last
# digit, the quotient the digits before it, and where they run out the cells become 0: empty.
read_grid:
        la      $t0 grid                        # the row
        move    $t1 $s7                         # rows to go
        li      $t5 10
read_row:
        li      $v0 5                           # read integer
        syscall
        sll     $t2 $s7 2
        addu    $t2 $t0 $t2                     # behind the last cell of the row
read_digit:
        addiu   $t2 $t2 -4
        div     $v0 $t5
        mfhi    $t3
        sw      $t3 0($t2)
        mflo    $v0
        bne     $t2 $t0 read_digit
        addiu   $t0 $t0 ROW_BYTES
        addiu   $t1 $t1 -1
        bnez    $t1 read_row
        jr      $ra
