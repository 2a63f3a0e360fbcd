# MARS stops at once.
# dialect: mars
        .include "missing.inc"          #~ E0601 Error reading include file missing.inc
        add     $t0
        nop ;
