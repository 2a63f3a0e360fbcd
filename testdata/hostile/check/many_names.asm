# project: sudoku
# args: --case 'already solved'
# says: too much
# Opens files whose names are long and all different.
        .data
name:   .space  65536
        .text
main:   la      $t0, name
        li      $t1, 'A'
        li      $t2, 60000
fill:   sb      $t1, 0($t0)
        addiu   $t0, $t0, 1
        addiu   $t2, $t2, -1
        bgtz    $t2, fill
        li      $s0, 0x40404040
again:  addiu   $s0, $s0, 1
        andi    $t0, $s0, 0x3f
        bnez    $t0, set
        addiu   $s0, $s0, 0xc0
set:    sw      $s0, name
        la      $a0, name
        li      $a1, 1
        li      $v0, 13
        syscall
        move    $a0, $v0
        li      $v0, 16
        syscall
        b       again
