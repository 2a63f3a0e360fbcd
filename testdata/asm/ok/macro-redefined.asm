# A later definition holds for later calls.
# dialect: both
        .macro  n
        li      $t0, 1
        .end_macro
        n
        .macro  n
        li      $t0, 2
        .end_macro
        n
#= text 24080001 24080002
