# MARS: a label named like an instruction cannot be used in data or `.globl`.
# dialect: mars
        .globl  j                       #~ E0414 [.globl]
        .data
j:      .word   j                       #~ E0402 [j]
