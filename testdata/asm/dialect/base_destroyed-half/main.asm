        ulh     $t0, 2($t0)
