# Names that look like registers but are none.
        add     $t0, $t10, $t1          #~ E0302 [$t10]
        add     $s8, $t0, $t1           #~ E0302 [$s8]
        add     $T0, $t0, $t1           #~ E0302 [$T0]
        add     $32, $t0, $t1           #~ E0302 [$32]
        add     t0, $t1, $t2            #~ E0302 [t0]
        add.s   $f32, $f0, $f1          #~ E0302 [$f32]
