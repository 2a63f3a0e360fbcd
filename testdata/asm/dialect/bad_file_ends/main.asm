        frob    $t0
        .eqv    SELF    SELF
        li      $t0, 5 ;
