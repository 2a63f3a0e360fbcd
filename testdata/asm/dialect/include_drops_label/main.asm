here:   .include "step.inc"
        j       here
