# Says whether a number is even.
        .data
even:   .asciiz "even\n"
odd:    .asciiz "odd\n"
        .text
main:   li      $t0, 6
        andi    $t1, $t0, 1
        beqz    $t1, isodd              #~ bnez is meant
        la      $a0, even
        j       show
isodd:  la      $a0, odd
show:   li      $v0, 4
        syscall
        li      $v0, 10
        syscall
