        and     $t0, $t1, -1
