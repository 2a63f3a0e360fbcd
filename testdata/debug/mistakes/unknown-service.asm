        .text
main:   li      $a0, 42
        li      $v0, 100
        syscall
        li      $v0, 10
        syscall
