# `.byte` and `.half` take unsigned values as well.
        .data
        .byte   255, -128, 128
        .half   65535, -32768, 0x8000
#= bytes ff 80 80 00 ff ff 00 80 00 80
