# Divides 100 by what is typed.
        .text
main:   li      $v0, 5
        syscall
        li      $v0, 4
        la      $a0, said
        syscall
        move    $t1, $v1                # meant: $v0, before it was used again
        li      $t0, 100
        div     $a0, $t0, $t1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
        .data
said:   .asciiz "result: "
