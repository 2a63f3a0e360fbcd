# Letters, digits, `_`, `.` and `$` make names; names are case-sensitive.
# dialect: both
$foo:   nop
.L1:    nop
a.b$c:  nop
_x9:    nop
été:    nop
Été:    nop
        j       .L1
        j       $foo
        j       a.b$c
        j       été
        j       Été
        la      $t0, _x9
#= text 00000000 00000000 00000000 00000000 00000000 00000000
#= text 08100001 08100000 08100002 08100004 08100005
#= text 3c010040 3428000c
