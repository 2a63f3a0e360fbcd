# Another assignment: nobody is asked who goes first, and columns are 1 to 7.

        .data
heights:
        .space  8
ask:    .asciiz "Choose a column, 1 to 7: "
full:   .asciiz "Not possible.\n"
over:   .asciiz "The board is full.\n"

        .text
        .globl  main
main:   li      $s0, 42                         # free cells
turn:   la      $a0, ask
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        blt     $v0, 1, refuse
        bgt     $v0, 7, refuse
        lb      $t0, heights($v0)
        beq     $t0, 6, refuse
        addiu   $t0, $t0, 1
        sb      $t0, heights($v0)
        addiu   $s0, $s0, -1
        bnez    $s0, turn
        la      $a0, over
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
refuse: la      $a0, full
        li      $v0, 4
        syscall
        b       turn
