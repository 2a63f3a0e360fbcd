        .data
x:      .word   1, 2
        .text
        .macro  get (%a)
        lw      $t0, %a
        .end_macro
        get     4($sp)
        get     (4($sp))
        get     x+4
        get     (x+4)
