# Unaligned and double loads and stores.
# dialect: both
        .data
x:      .word   0, 0
        .text
        ulw     $t0, 1($t1)
        usw     $t0, x
        ld      $t0, ($t1)
        sd      $t0, x+4
        ulhu    $t0, ($t1)
#= text 3c010000 00290821 88280004 99280001
#= text 3c011001 a8280003 3c011001 b8280000
#= text 8d280000 8d290004
#= text 3c011001 ac280004 3c011001 ac290008
#= text 91280001 91210000 00084200 01014025
