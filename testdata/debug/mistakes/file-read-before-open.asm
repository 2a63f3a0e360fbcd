# The descriptor is taken from $a0 instead of $v0.
        .data
name:   .asciiz "no-such-file.txt"
buffer: .space 16
        .text
main:   la      $a0, name
        li      $a1, 0
        li      $a2, 0
        li      $v0, 13
        syscall
        la      $a1, buffer
        li      $a2, 16
        li      $v0, 14
        syscall
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
