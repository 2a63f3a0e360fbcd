# project: connect-four
# args: --bitmap 512x512/1x1@0x10040000
# says: FAILED
# Paints something new before every question.
main:   li      $t0, 0x10040000
again:  addiu   $t1, $t1, 1
        sw      $t1, 0($t0)
        li      $v0, 12
        syscall
        b       again
