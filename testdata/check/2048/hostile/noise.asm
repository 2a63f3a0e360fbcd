# Shows a good first map and then anything: random words as tiles, scores and texts.
#
# jetan: pack comp2611-2048
        .data
puzzle_map:
        .word   2, 4
        .space  56
text:   .space  8
        .text
main:   li      $v0, 5
        syscall
        blt     $v0, 64, main
        bgt     $v0, 2048, main
        move    $a0, $v0
        li      $v0, 204
        syscall
show:   la      $a0, puzzle_map
        li      $v0, 201
        syscall
wait:   lw      $t0, 0xffff0000
        beqz    $t0, wait
        lw      $t0, 0xffff0004
        jal     generate_a_random_tile
        li      $a0, 1
        li      $v0, 41
        syscall
        li      $v0, 203
        syscall
        sra     $a0, $a0, 30
        sw      $a0, text
        la      $a3, text
        li      $v0, 207
        syscall
        b       show

# Fills the map with random words, some of them small, and $v0 with one.
generate_a_random_tile:
slide:
check_win:
check_lose:
clear_map:
        la      $t0, puzzle_map
        li      $t1, 16
fill:   li      $a0, 1
        li      $v0, 41
        syscall
        andi    $t2, $a0, 7
        srlv    $a0, $a0, $t2
        andi    $t2, $a0, 8
        beqz    $t2, large
        andi    $a0, $a0, 6
large:  sw      $a0, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bnez    $t1, fill
        move    $v0, $a0
        jr      $ra
