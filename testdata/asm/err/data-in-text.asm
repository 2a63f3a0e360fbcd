# Every directive that needs the data segment.
# dialect: both
        .word   1                       #~ E0401 [.word]
        .half   1                       #~ E0401 [.half]
        .byte   1                       #~ E0401 [.byte]
        .float  1                       #~ E0401 [.float]
        .double 1                       #~ E0401 [.double]
        .ascii  "a"                     #~ E0401 [.ascii]
        .asciiz "a"                     #~ E0401 [.asciiz]
        .SPACE  1                       #~ E0401 [.SPACE]
        .align  1                       #~ E0401 [.align]
