# Two words are exchanged without a third register.
        .data
pair:   .word 1, 2
        .text
main:   la      $t0, pair
        lw      $t1, 0($t0)
        lw      $t1, 4($t0)
        sw      $t1, 0($t0)
        sw      $t2, 4($t0)
        lw      $a0, 4($t0)
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
