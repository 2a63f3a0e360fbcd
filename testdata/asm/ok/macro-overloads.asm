# Macros are told apart by their number of parameters.
# dialect: both
        .macro  put
        li      $t0, 0
        .end_macro
        .macro  put (%a)
        li      $t0, %a
        .end_macro
        .macro  put (%a, %b)
        li      %a, %b
        .end_macro
        put
        put     (1)
        put     ($t1, 2)
#= text 24080000 24080001 24090002
