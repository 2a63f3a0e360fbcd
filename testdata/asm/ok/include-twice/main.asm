# A file is included every time it is asked for.
        .include "inc.inc"
        nop
        .include "inc.inc"
#= text 21080001 00000000 21080001
