# The number that was read is in $v0.
        .text
main:   li      $v0, 5
        syscall
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
