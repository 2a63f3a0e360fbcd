# Passes a procedure to another.
        .text
main:   li      $a0, 6
        lw      $a1, double             #~ `la` gives the address
        jal     apply
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
apply:  addi    $sp, $sp, -4
        sw      $ra, 0($sp)
        jalr    $a1
        lw      $ra, 0($sp)
        addi    $sp, $sp, 4
        jr      $ra
double: add     $v0, $a0, $a0
        jr      $ra
