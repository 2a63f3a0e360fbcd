# Mnemonics and directives are case-insensitive, names are not.
# dialect: both
        .DATA
Value:  .WORD   1
value:  .Half   2
        .Text
        ADD     $t0, $t1, $t2
        Lw      $t0, 4($sp)
        lA      $t0, Value
        LA      $t0, value
#= text 012a4020 8fa80004
#= text 3c011001 34280000 3c011001 34280004
