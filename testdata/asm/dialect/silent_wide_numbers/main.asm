        .data
x:      .word   4294967297, 4294967295
        .space  4294967300
y:      .byte   1
        .text
        li      $t0, 4294967298
