# With `np`, everything that is one instruction still assembles.
# dialect: both
# options: np
main:   addi    $t0, $zero, -1
        lw      $t0, -4($sp)
        beq     $t0, $zero, main
        j       main
        lui     $t0, 0xffff
#= text 2008ffff 8fa8fffc 1100fffd 08100000 3c08ffff
