# A negative number as an argument, in parentheses.
# dialect: both
        .macro  put (%n)
        li      $t0, %n
        .end_macro
        put     (-5)
        put     (+5)
#= text 2408fffb 24080005
