# A branch reaches 32768 instructions back and 32767 forward, from the one behind it.
main:   b       edge                    #~ W0908 [edge] 32768 instructions
        b       edge
        .text   0x0041fffc
        beq     $t0, $t1, main
        beq     $t0, $t1, main          #~ W0908 [main] 32769 instructions
edge:   nop
        .data
table:  .word   1
        .text
        b       table                   #~ W0909 [table] `table` is data, and this branches to it
#= text 0x00400000 04018000 04017fff
#= text 0x0041fffc 11098000 11097fff 00000000 0401bffd
