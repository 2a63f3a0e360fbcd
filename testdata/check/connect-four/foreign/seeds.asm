# Another assignment: two seeds are typed before the game.

        .data
heights:
        .space  8
seed:   .asciiz "Seed: "
ask:    .asciiz "Column, 0 to 6: "

        .text
        .globl  main
main:   la      $a0, seed
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        la      $a0, seed
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
turn:   la      $a0, ask
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        bltz    $v0, turn
        bgt     $v0, 6, turn
        lb      $t0, heights($v0)
        addiu   $t0, $t0, 1
        sb      $t0, heights($v0)
        b       turn
