        .include "step.inc"
        .include "step.inc"
