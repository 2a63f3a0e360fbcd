# Character literals are integers, whatever character is between the quotes.
# dialect: both
        .data
        .byte   'a', ' ', ',', '#', '"', ':', '(', ')', '+', '-'   # even those that mean something
        .byte   '\'', '\"', '\\', '\n', '\t', '\b', '\r', '\f', '\0'
        .byte   '\101', '\000', '\177'
        .half   '\377'
        .word   'A'
        .text
        li      $t0, 'A'
        addi    $t0, $t0, '\n'
        beq     $t0, 'z', end
end:
#= bytes 61 20 2c 23 22 3a 28 29 2b 2d
#= bytes 27 22 5c 0a 09 08 0d 0c 00
#= bytes 41 00 7f
#= bytes 0x10010016 ff 00
#= data 00000041
#= text 24080041 2108000a 2001007a 10280000
