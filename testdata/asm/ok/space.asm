# `.space` reserves bytes without aligning.
# dialect: both
        .data
        .byte   1
a:      .space  5
b:      .space  0
c:      .byte   2
        .space  'A'
d:
#= symbol a 0x10010001
#= symbol b 0x10010006
#= symbol c 0x10010006
#= symbol d 0x10010048
#= bytes 0x10010006 02
