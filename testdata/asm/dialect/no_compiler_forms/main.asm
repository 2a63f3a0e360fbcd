        .text
main:   bal     near
        c.eq.s  $fcc3, $f2, $f4
        bc1t    $fcc3, near
        teq     $t0, $zero, 7
near:   jr      $ra
