.data 0x2fff
.byte 7
.text 0x3ffc
jr $ra
.ktext 0x4ffc
eret
