# MARS: the label is lost.
# dialect: mars
        nop
here:   .include "inc.inc"
#= absent here
#= text 00000000 21080001
