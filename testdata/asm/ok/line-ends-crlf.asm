# Lines that end with CR LF, the last without an end.
# dialect: both
.data
.ascii "a"

.text
main: nop # here
b main
#= bytes 61 00
#= text 00000000 0401fffe
#= symbol main 0x00400000