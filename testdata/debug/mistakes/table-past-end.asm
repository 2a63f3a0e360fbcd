# Calls by a table, one entry too far.
        .data
table:  .word   zero, one
count:  .word   2
        .text
main:   lw      $t0, count
        sll     $t0, $t0, 2
        lw      $t9, table($t0)
        jalr    $t9
        li      $v0, 10
        syscall
zero:   jr      $ra
one:    jr      $ra
