# Nothing at all to assemble.
# dialect: both

#= entry 0x00400000
#= absent main
