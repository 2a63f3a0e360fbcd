# The loop counts in $t0, which the procedure uses too.
        .text
main:   li      $t0, 0
loop:   move    $a0, $t0
        jal     show
        addi    $t0, $t0, 1
        blt     $t0, 5, loop
        li      $v0, 10
        syscall
show:   li      $t0, 1                  #~ changes the caller's counter
        add     $a0, $a0, $t0
        li      $v0, 1
        syscall
        jr      $ra
