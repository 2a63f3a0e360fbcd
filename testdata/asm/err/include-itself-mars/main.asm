# MARS reads it once more before it notices; nothing else is reported.
# dialect: mars
        .include "main.asm"             #~ E0602 Recursive include of file main.asm
        add     $t0
