# The second argument is put into $a2; max reads $a1.
        .text
main:   li      $a0, 3
        li      $a2, 9
        jal     max
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
max:    move    $v0, $a0
        bge     $a0, $a1, back
        move    $v0, $a1
back:   jr      $ra
