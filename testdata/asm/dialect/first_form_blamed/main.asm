        rol     $t0, $t1, 40
