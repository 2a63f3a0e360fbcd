        .data
count:  .word   7
        .text
main:   la      $t0, table
        jr      $ra
name:
table:  .byte   1
        .word   2, table
more:   .asciiz "ab"
next:   nop
        .data
last:   .word   3
