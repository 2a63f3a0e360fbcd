# project: connect-four
# args: --bitmap 1024x512/1x1@0x10040000 --adapter thirty_lines.toml --case 'one piece'
# says: draws without end
# Uses the memory it may, then paints something new before every question.
main:   li      $a0, 62914560
        li      $v0, 9
        syscall
        addiu   $t0, $v0, 4096
        li      $t1, 15359
touch:  sw      $t1, 0($t0)
        addiu   $t0, $t0, 4096
        addiu   $t1, $t1, -1
        bgtz    $t1, touch
        li      $t0, 0x10040000
again:  addiu   $t1, $t1, 1
        sw      $t1, 0($t0)
        li      $v0, 12
        syscall
        b       again
