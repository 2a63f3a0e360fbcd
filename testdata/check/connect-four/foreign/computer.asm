# Another assignment: the computer places a piece beside each of the player's.

        .data
heights:
        .space  8
who:    .asciiz "Who begins, 1 or 2? "
ask:    .asciiz "Column, 0 to 6: "
over:   .asciiz "The board is full.\n"

        .text
        .globl  main
main:   la      $a0, who
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        beq     $v0, 1, turn
        bne     $v0, 2, main
turn:   la      $a0, ask
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        bltz    $v0, turn
        bgt     $v0, 6, turn
        lb      $t0, heights($v0)
        bge     $t0, 5, end                     # the last two of a column end the game
        addiu   $t0, $t0, 2                     # its own piece goes on top
        sb      $t0, heights($v0)
        b       turn
end:    la      $a0, over
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
