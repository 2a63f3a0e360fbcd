# Jumps by a table of procedures.
        .data
table:  .word   zero, one, two
        .text
main:   li      $t0, 1
        sll     $t0, $t0, 2
        la      $t1, table
        add     $t1, $t1, $t0
        jalr    $t1                     # lw is missing
        li      $v0, 10
        syscall
zero:   jr      $ra
one:    jr      $ra
two:    jr      $ra
