# A branch reaches 32768 instructions back and 32767 forward, from the one behind it.
main:   b       edge                    #~ E0305 [edge] 32768 instructions
        b       edge
        .text   0x0041fffc
        beq     $t0, $t1, main
        beq     $t0, $t1, main          #~ E0305 [main] 32769 instructions
edge:   nop
