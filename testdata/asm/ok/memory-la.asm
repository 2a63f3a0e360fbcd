# Every form of `la`.
# dialect: both
        .data
x:      .word   0
        .text
        la      $t0, ($t1)
        la      $t0, -5
        la      $t0, 40000
        la      $t0, 100000
        la      $t0, 100($t1)
        la      $t0, -100($t1)
        la      $t0, x
        la      $t0, x($t1)
        la      $t0, x+4
        la      $t0, x+4($t1)
#= text 21280000 2408fffb 34089c40
#= text 3c010001 342886a0
#= text 34010064 01214020
#= text 3c01ffff 3421ff9c 01214020
#= text 3c011001 34280000
#= text 3c011001 34210000 01214020
#= text 3c011001 34280004
#= text 3c011001 34210004 01214020
