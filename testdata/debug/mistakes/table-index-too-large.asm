# Jumps by a table; 4 is typed, and there are three entries.
        .data
table:  .word   addop, subop, mulop
bye:    .asciiz "bye\n"
        .text
main:   li      $v0, 5
        syscall
        move    $t0, $v0
        sll     $t0, $t0, 2
        lw      $t1, table($t0)         #~ the index is not tested
        jr      $t1
addop:  li      $a0, 7
        j       print
subop:  li      $a0, 3
        j       print
mulop:  li      $a0, 10
print:  li      $v0, 1
        syscall
        la      $a0, bye
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
