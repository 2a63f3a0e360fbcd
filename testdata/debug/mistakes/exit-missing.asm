# Prints the larger of two numbers.
        .text
main:   li      $a0, 3
        li      $a1, 9
        jal     larger
        move    $a0, $v0
        li      $v0, 1
        syscall

larger: move    $v0, $a0
        bge     $a0, $a1, first
        move    $v0, $a1
first:  jr      $ra
