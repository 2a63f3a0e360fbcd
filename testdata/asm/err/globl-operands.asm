# `.globl` takes labels.
# dialect: both
        .globl                          #~ E0413 [.globl] `.globl` names no label
        .globl  5                       #~ E0414 [.globl] `.globl` takes labels only
        .globl  $t0                     #~ E0414
