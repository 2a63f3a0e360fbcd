# Jumps hold the target's word address.
# dialect: both
        j       start
start:  jal     end
        jr      $ra
        jalr    $t0
        jalr    $t0, $t1
end:    .ktext
        j       kernel
kernel: nop
#= text 08100001 0c100005 03e00008 0100f809 01204009
#= text 0x80000000 08000001 00000000
