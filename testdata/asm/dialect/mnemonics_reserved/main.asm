        .globl  add
        .data
table:  .word   add
        .text
add:    jr      $ra
