# A name is replaced wherever it stands: as mnemonic, as label, behind a label, not in a string.
# dialect: both
        .eqv    ADDTO   add
        .eqv    HERE    loop
x:      .eqv    N       3
HERE:   ADDTO   $t0, $t0, $t1
        j       loop
        j       HERE
        li      $t0, N
        .data
        .asciiz "N"
#= text 01094020 08100000 08100000 24080003
#= symbol loop 0x00400000
#= symbol x 0x00400000
#= bytes 4e 00
