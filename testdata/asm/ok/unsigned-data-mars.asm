# MARS warns about them.
# dialect: mars
        .data
        .byte   255, -128, 127          #~ W0903 [255] "255" is out-of-range for a signed value
        .half   65535, -32768, 0x8000   #~ W0903 [65535] #~ W0903 [0x8000]
#= bytes ff 80 7f 00 ff ff 00 80 00 80
