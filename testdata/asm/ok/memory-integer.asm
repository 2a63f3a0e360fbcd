# Every addressing mode of an integer load or store, in the order in which forms are tried.
# dialect: both
        .data   0x10018000
x:      .word   0
        .text
        lw      $t0, -4($sp)
        lw      $t0, ($sp)
        lw      $t0, -4
        lw      $t0, 40000
        lw      $t0, 100000
        lw      $t0, 40000($t1)
        lw      $t0, 100000($t1)
        lw      $t0, x
        lw      $t0, x($t1)
        lw      $t0, x+4
        sw      $t0, x+-4($t1)
        sb      $t0, x + 0x8000
#= text 8fa8fffc 8fa80000 8c08fffc
#= text 34019c40 8c280000
#= text 3c010002 8c2886a0
#= text 34019c40 00290821 8c280000
#= text 3c010002 00290821 8c2886a0
#= text 3c011002 8c288000
#= text 3c011002 00290821 8c288000
#= text 3c011002 8c288004
#= text 3c011001 00290821 ac287ffc
#= text 3c011002 a0280000
