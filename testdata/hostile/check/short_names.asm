# project: sudoku
# args: --case 'already solved'
# says: writes more to files than it may
# Opens files whose names are short and all different.
        .data
name:   .asciiz "aaaaaaa"
        .text
main:   la      $s1, name
next:   li      $t2, 0
carry:  addu    $t0, $s1, $t2
        lb      $t1, 0($t0)
        addiu   $t1, $t1, 1
        bne     $t1, 'z', store
        li      $t1, 'a'
        sb      $t1, 0($t0)
        addiu   $t2, $t2, 1
        b       carry
store:  sb      $t1, 0($t0)
        la      $a0, name
        li      $a1, 1
        li      $v0, 13
        syscall
        move    $a0, $v0
        li      $v0, 16
        syscall
        b       next
