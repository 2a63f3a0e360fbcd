# The procedure returns its result in $v1.
        .text
main:   li      $a0, 5
        jal     square
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
square: mul     $v1, $a0, $a0           #~ the caller takes $v0
        jr      $ra
