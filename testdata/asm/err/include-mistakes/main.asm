# Mistakes in an included file are placed there; a label is defined once in all of them.
# dialect: both
here:   nop
        .include "inc.inc"
