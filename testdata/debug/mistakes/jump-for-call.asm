# `j` where `jal` was meant.
        .text
main:   li      $a0, 4
        j       twice
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
twice:  add     $v0, $a0, $a0
        jr      $ra
