# Parameters and labels are replaced where they stand, not where they look alike.
        .macro  m (%x, %xy)
        add     $t0, %xy, %x
a:      la      $t1, a
        .end_macro
        m       ($t2, $t3)
#= text 016a4020 3c010040 34290004
