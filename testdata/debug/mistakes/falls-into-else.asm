# Prints the absolute value.
        .text
main:   li      $t0, 5
        bltz    $t0, neg
        move    $a0, $t0                #~ a jump is missing after this line
neg:    sub     $a0, $zero, $t0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
