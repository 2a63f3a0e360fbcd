# Boundaries are powers of two up to 1 MiB; `.p2align` takes the exponent.
        .data
        .p2align 40                     #~ E0417 [40] `40` is not an alignment
        .p2align 32                     #~ E0417 [32]
        .p2align -1                     #~ E0417 [-1]
        .p2align 1.5                    #~ E0417 [1.5]
        .p2align                        #~ E0409 [.p2align]
        .balign 3                       #~ E0417 [3]
        .balign 2097152                 #~ E0417 [2097152]
        .balign 4294967300              #~ E0417 [4294967300]
        .balign x                       #~ E0417 [x]
        .comm   y, 4, 3                 #~ E0417 [3]
x:
        .text
        .p2align 40                     #~ E0417 [40]
