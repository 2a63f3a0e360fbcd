# Adds an array.
        .data
nums:   .word   3, 6, 9
        .text
main:   la      $t0, nums
        li      $t1, 0
        li      $t3, 0
while:  slti    $t4, $t1, 3             #~ $t1 is never changed
        beq     $t4, $zero, end
        lw      $t2, 0($t0)
        add     $t3, $t3, $t2
        addi    $t0, $t0, 4
        j       while
end:    move    $a0, $t3
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
