# Loads a text into the register of its argument, and divides that.
        .data
msg:    .asciiz "half is "
        .text
main:   li      $a0, 10
        jal     half
        li      $v0, 10
        syscall
half:   li      $t0, 2
        la      $a0, msg
        li      $v0, 4
        syscall
        div     $a0, $t0
        mflo    $a0
        li      $v0, 1
        syscall
        jr      $ra
