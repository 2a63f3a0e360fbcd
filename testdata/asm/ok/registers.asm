# Registers by number in every notation, and by every name.
# dialect: both
        add     $08, $010, $0x8
        or      $0, $1, $31
        or      $zero, $at, $v0
        or      $v1, $a0, $a1
        or      $a2, $a3, $t0
        or      $t1, $t2, $t3
        or      $t4, $t5, $t6
        or      $t7, $s0, $s1
        or      $s2, $s3, $s4
        or      $s5, $s6, $s7
        or      $t8, $t9, $k0
        or      $k1, $gp, $sp
        or      $fp, $ra, $30
        add.s   $f0, $f010, $f31
        mfc0    $k0, $14
#= text 01084020 003f0025 00220025 00851825 00e83025
#= text 014b4825 01ae6025 02117825 02749025
#= text 02d7a825 033ac025 039dd825 03fef025
#= text 461f4000 401a7000
