# project: sudoku
# args: --case 'already solved'
# says: no end
# Reads a file of a mebibyte again and again, with few instructions.
        .data
name:   .asciiz "big"
        .align  2
bytes:  .space  1048576
        .text
main:   la      $a0, name
        li      $a1, 1
        li      $v0, 13
        syscall
        move    $s0, $v0
        move    $a0, $s0
        la      $a1, bytes
        li      $a2, 1048576
        li      $v0, 15
        syscall
        move    $a0, $s0
        li      $v0, 16
        syscall
again:  la      $a0, name
        li      $a1, 0
        li      $v0, 13
        syscall
        move    $s0, $v0
        move    $a0, $s0
        la      $a1, bytes
        li      $a2, 1048576
        li      $v0, 14
        syscall
        move    $a0, $s0
        li      $v0, 16
        syscall
        b       again
