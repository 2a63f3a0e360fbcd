        div     $t0, $t1, 0
        divu    $t0, $t1, 0
        rem     $t0, $t1, 0
        remu    $t0, $t1, 0
