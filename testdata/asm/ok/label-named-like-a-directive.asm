# `.end` and its like are labels where no directive can stand.
        beqz    $t0, .end
        nop
.end:   nop
#= text 11000001
#= text 00000000
#= text 00000000
