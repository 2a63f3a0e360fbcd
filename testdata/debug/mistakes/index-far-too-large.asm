# Stores far behind the last text.
        .data
s:      .asciiz "abc"
        .text
main:   la      $t0, s
        addi    $t0, $t0, 4096
        li      $t1, 'x'
        sb      $t1, 0($t0)             #~ 4096 bytes too far
        la      $a0, s
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
