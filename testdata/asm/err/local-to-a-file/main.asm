# A label without `.globl` is seen in its own file only.
# dialect: both
# files: second.asm
        jal     helper                  #~ E0203 [helper]
