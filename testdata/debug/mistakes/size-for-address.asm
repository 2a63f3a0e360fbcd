# Asks for memory.
        .text
main:   li      $a0, 8                  #~ the address comes in $v0
        li      $v0, 9
        syscall
        move    $s0, $a0
        li      $t0, 5
        sw      $t0, 0($s0)
        sw      $zero, 4($s0)
        lw      $a0, 0($s0)
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
