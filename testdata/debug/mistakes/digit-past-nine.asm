# Hexadecimal digits: 10 to 15 are not digits.
        .text
main:   li      $t0, 0xab
        srl     $t1, $t0, 4
        addi    $a0, $t1, '0'       #~ a letter is meant
        li      $v0, 11
        syscall
        andi    $t1, $t0, 15
        addi    $a0, $t1, '0'
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall
