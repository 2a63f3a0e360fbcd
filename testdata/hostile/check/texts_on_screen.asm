# project: 2048
# args: --only clear_map
# says: too much
# Shows a thousand long texts, and refreshes the screen with all of them.
        .data
text:   .space  1024
puzzle_map:
board:  .word   0:16
        .text
main:
clear_map:
        la      $t0, text
        li      $t1, 'x'
        li      $t2, 1000
fill:   sb      $t1, 0($t0)
        addiu   $t0, $t0, 1
        addiu   $t2, $t2, -1
        bgtz    $t2, fill
        li      $s0, 1000
show:   move    $a0, $s0
        li      $a1, 0
        li      $a2, 0
        la      $a3, text
        li      $v0, 207
        syscall
        addiu   $s0, $s0, -1
        bgtz    $s0, show
again:  la      $a0, board
        li      $v0, 201
        syscall
        b       again
