# A file that is not there.
        .include "missing.inc"          #~ E0601 ["missing.inc"] the file `missing.inc` cannot be included
        add     $t0                     #~ E0301
