        ulw     $t0, 4($t0)
