# The later edition of the assignment, as far as a check comes: names, the first piece in the
# middle, a move can be blocked.

        .data
name:   .space  20
ask:    .asciiz "Name: "
column: .asciiz "Column: "
block:  .asciiz "Block the next move of your opponent? "
        .text
        .globl  main
main:   la      $a0, ask
        li      $v0, 4
        syscall
        la      $a0, name
        li      $a1, 20
        li      $v0, 8
        syscall
first:  la      $a0, column
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        bne     $v0, 4, first
        la      $a0, block
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        b       first
