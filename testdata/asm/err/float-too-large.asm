# Numbers that are no finite float.
# dialect: both
        .data
        .float  1e39                    #~ E0404 [1e39] 1e39 is too large for a `.float`
        .float  Infinity                #~ E0404 [Infinity]
