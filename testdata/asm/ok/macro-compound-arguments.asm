# Signed numbers, `label+n` and `n(reg)` are one argument each.
        .macro  put (%n)
        li      $t0, %n
        .end_macro
        .macro  get (%where)
        lw      $t0, %where
        .end_macro
        .macro  get (%reg, %where)
        lw      %reg, %where
        .end_macro
        .data
x:      .word   1, 2
        .text
        put     -5
        get     (4($sp))
        get     x+4
        get     4($sp)
        get     ($t1, 8($sp))
        get     $t1, x+4($t2)
#= text 2408fffb 8fa80004 3c011001 8c280004 8fa80004
#= text 8fa90008 3c011001 002a0821 8c290004
