# The same after another call: it returns to the old place for ever.
        .text
main:   jal     read
        beq     $v0, 7, double          #~ a branch does not note where to return to
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
read:   li      $v0, 7
        jr      $ra
double: add     $v0, $v0, $v0
        li      $v0, 8
        jr      $ra
