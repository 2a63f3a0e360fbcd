# Sees that there is a key but never takes it.
#
# jetan: pack comp2611-2048
        .data
puzzle_map:
        .word   2, 4
        .space  56
        .text
main:   li      $v0, 5
        syscall
        blt     $v0, 64, main
        bgt     $v0, 2048, main
        move    $a0, $v0
        li      $v0, 204
        syscall
        la      $a0, puzzle_map
        li      $v0, 201
        syscall
wait:   lw      $t0, 0xffff0000
        b       wait
