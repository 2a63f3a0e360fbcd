# Negates a number if it is negative.
        .text
main:   li      $a0, -4
        bltz    $a0, negate             #~ a branch does not note where to return to
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
negate: sub     $a0, $zero, $a0
        jr      $ra
