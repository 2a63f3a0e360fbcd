# Waits for a key and prints it.
        .data
keyboard: .word 0xffff0000
        .text
main:   la      $t0, keyboard
wait:   lw      $t1, 0($t0)
        andi    $t1, $t1, 1
        beqz    $t1, wait
        lw      $a0, 4($t0)
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall
