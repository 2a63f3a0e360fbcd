# In our dialect also where data or `.globl` expects a label.
        .globl  add
        .data
j:      .word   j, add
        .text
add:    b       add
#= global add 0x00400000
#= data 10010000 00400000
#= text 0401ffff
