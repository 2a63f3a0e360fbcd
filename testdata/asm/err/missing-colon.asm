# A label without its colon is one mistake, wherever it is used.
        .data
x       .word   5                       #~ E0207 [x] label `x` has no colon
text    .asciiz "a"                     #~ E0207
list:   .word   x, text
        .text
        .globl  main
main    li      $t0, 1                  #~ E0207
        la      $t1, x
again                                   #~ E0201
        j       again
        j       main
        j       elsewhere               #~ E0203
