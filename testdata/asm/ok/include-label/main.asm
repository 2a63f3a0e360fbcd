# A label on an `.include` line stands at the first included line.
        nop
here:   .include "inc.inc"
        j       here
#= symbol here 0x00400004
#= text 00000000 21080001 08100001
