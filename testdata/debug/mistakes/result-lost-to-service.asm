# The result in $v0 is overwritten by the number of a service.
        .data
text:   .asciiz "result: "
        .text
main:   li      $a0, 4
        jal     square
        la      $a0, text
        li      $v0, 4
        syscall
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
square: mul     $v0, $a0, $a0
        jr      $ra
