# Even or odd: branches on the number, not on its last bit.
        .data
e:      .asciiz "even\n"
o:      .asciiz "odd\n"
        .text
main:   li      $t0, 7
        andi    $t1, $t0, 1              #~ never used
        beq     $t0, $zero, even
        la      $a0, o
        j       out
even:   la      $a0, e
out:    li      $v0, 4
        syscall
        li      $v0, 10
        syscall
