        .section .mydata
x:      .word   7
        .section .mine, "aw"
y:      .word   8
        .section ".code" , "ax" # code
        nop
        .section .init_array
z:      .word   9
        .previous
        nop
        .section .comment
        .word   10
        .section .debug
        .word   11
        .section .textual
        .word   12
