        .data
        .byte   255
        .half   65535
        .byte   256
        .half   -32769
