# The callee uses $s0, in which the caller keeps an address.
        .data
arr:    .word   1, 2, 3
        .text
main:   la      $s0, arr
        jal     work
        lw      $a0, 0($s0)
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
work:   li      $s0, 5                  #~ overwrites the caller's $s0
        addi    $s0, $s0, 2
        jr      $ra
