second: addi    $t0, $t0, 1
#= symbol second 0x00400000
