        .data
a:      .byte 'ab'
b:      .byte ''
c:      .byte '\q'
