        swr     $t0, 40000
