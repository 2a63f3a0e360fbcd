# The lead file is placed first, whatever the order.
# dialect: both
# options: lead=1
# files: second.asm
first:  nop
#= symbol first 0x00400004
