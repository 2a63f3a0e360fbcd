        .globl  main
        .text
main:   li      $a0, 4
        jal     double
        move    $a0, $v0
        li      $v0, 1
        syscall
