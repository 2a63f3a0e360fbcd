# Every directive that needs the data segment.
# dialect: both
        .text
        .word   1                       #~ E0401 [.word]
        .text
        .half   1                       #~ E0401 [.half]
        .text
        .byte   1                       #~ E0401 [.byte]
        .text
        .float  1                       #~ E0401 [.float]
        .text
        .double 1                       #~ E0401 [.double]
        .text
        .ascii  "a"                     #~ E0401 [.ascii]
        .text
        .asciiz "a"                     #~ E0401 [.asciiz]
        .text
        .SPACE  1                       #~ E0401 [.SPACE]
