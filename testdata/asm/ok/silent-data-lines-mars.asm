# MARS drops what is no data in the data segment; a label before it is defined.
# dialect: mars
        .data
        .word   1
        add     $t0, $t1, $t2
x:      $t0
        (
        .word   2
        .text
        nop
#= data 00000001 00000002
#= symbol x 0x10010004
#= text 00000000
