        .text
main:   li      $a0, 2
        jal     quadruple
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

quadruple:
        jal     double
        move    $a0, $v0
        jal     double
        jr      $ra

double: add     $v0, $a0, $a0
        jr      $ra
