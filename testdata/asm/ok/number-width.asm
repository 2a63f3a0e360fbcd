# 0xffff is 65535 and 0xffffffff is -1: the value chooses the form, not the spelling.
# dialect: both
        li      $t0, 0xffff
        li      $t0, 0xffffffff
        addi    $t0, $t0, 0xffffffff
        addi    $t0, $t0, 0xffff
        andi    $t0, $t0, 0xffff
#= text 3408ffff 2408ffff 2108ffff
#= text 3c010000 3421ffff 01014020
#= text 3108ffff
