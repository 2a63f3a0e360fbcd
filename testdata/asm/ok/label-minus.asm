# `label-n` is accepted wherever `label+n` is.
        .data
        .word   0
x:      .word   0
        .text
        lw      $t0, x-4
        lw      $t0, x - 4($t1)
        la      $t0, x-4
        la      $t0, x-'\b'
        sd      $t0, x-0x4
#= text 3c011001 8c280000
#= text 3c011001 00290821 8c280000
#= text 3c011001 34280000
#= text 3c011000 3428fffc
#= text 3c011001 ac280000 3c011001 ac290004
