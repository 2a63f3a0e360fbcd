# Labels of a body are made unique by the number of the call, the outer one first.
# dialect: both
        .macro  wait (%r)
again:  addi    %r, %r, -1
        bgtz    %r, again
        .end_macro
        .macro  both
again:  wait    ($t0)
        wait    ($t1)
        j       again
        .end_macro
        wait    ($t2)
        both
        j       again_M0
#= text 214affff 1d40fffe
#= text 2108ffff 1d00fffe 2129ffff 1d20fffe 08100002
#= text 08100000
#= symbol again_M0 0x00400000
#= symbol again_M1 0x00400008
#= symbol again_M2 0x00400008
#= symbol again_M3 0x00400010
