        frob    $t0
        j       nowhere
