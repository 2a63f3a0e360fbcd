# project: 2048
# args: --only games
# says: draws without end
# Uses the memory it may, then shows the same map again and again.
        .data
board:  .word   2, 2, 0, 0
        .word   0:12
        .text
main:   li      $a0, 62914560
        li      $v0, 9
        syscall
        move    $t0, $v0
        li      $t1, 15360
touch:  sw      $t1, 0($t0)
        addiu   $t0, $t0, 4096
        addiu   $t1, $t1, -1
        bgtz    $t1, touch
        li      $v0, 200
        syscall
again:  la      $a0, board
        li      $v0, 201
        syscall
        b       again
