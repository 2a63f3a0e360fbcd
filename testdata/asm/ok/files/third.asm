        .data
shared: .word   3               # hides the global one
        .text
        lw      $t1, shared
#= symbol shared 0x1001000c
