# Labels on lines of their own share an address; blanks may stand before the colon.
# dialect: both
first:
second  :
        third : nop
        beq     $0, $0, first
        beq     $0, $0, third
last:
#= symbol first 0x00400000
#= symbol second 0x00400000
#= symbol third 0x00400000
#= symbol last 0x0040000c
#= text 00000000 1000fffe 1000fffd
