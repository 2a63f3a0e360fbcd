        .data
c:      .byte   1
        .text
        nop
x:      .space  1
        .align  3
y:      .space  8
        .balign 16
z:      .byte   5
