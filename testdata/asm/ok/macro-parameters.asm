# Parameters with `%` or `$`, with or without parentheses and commas.
# dialect: both
        .macro  swap $one $two
        move    $at, $one
        move    $one, $two
        move    $two, $at
        .end_macro
        .macro  three %a, (%b) %1
        add     %a, %b, %1
        .end_macro
        swap    ($t0, $t1)
        three   $t0 $t1 $t2
#= text 00080821 00094021 00014821 012a4020
