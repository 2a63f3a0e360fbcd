# Says whether a number is even.
        .data
even:   .asciiz "even\n"
odd:    .asciiz "odd\n"
        .text
main:   li      $v0, 5
        syscall
        andi    $t0, $v0, 1
        beqz    $t0, ev
        la      $a0, odd
        li      $v0, 4
        syscall
ev:     la      $a0, even               #? the part before runs on into this
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
