# project: sudoku
# args: --case 'already solved'
# says: writes more to files than it may
# Uses the memory it may, then fills a file with all of it.
        .data
name:   .asciiz "out"
        .text
main:   li      $a0, 62914560
        li      $v0, 9
        syscall
        move    $s1, $v0
        move    $t0, $v0
        li      $t1, 15360
touch:  sw      $t1, 0($t0)
        addiu   $t0, $t0, 4096
        addiu   $t1, $t1, -1
        bgtz    $t1, touch
        la      $a0, name
        li      $a1, 1
        li      $v0, 13
        syscall
        move    $s0, $v0
again:  move    $a0, $s0
        move    $a1, $s1
        li      $a2, 62914560
        li      $v0, 15
        syscall
        b       again
