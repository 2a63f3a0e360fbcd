# The array grows upwards from $sp over the saved $ra.
        .text
main:   jal     fill
        li      $v0, 10
        syscall
fill:   addi    $sp, $sp, -20
        sw      $ra, 16($sp)
        li      $t0, 0
loop:   sll     $t1, $t0, 2
        add     $t1, $t1, $sp
        sw      $t0, 0($t1)
        addi    $t0, $t0, 1
        ble     $t0, 4, loop
        lw      $ra, 16($sp)
        addi    $sp, $sp, 20
        jr      $ra
