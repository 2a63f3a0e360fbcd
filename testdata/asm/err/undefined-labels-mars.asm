# MARS stops at the first undefined label of an instruction.
# dialect: mars
        j       nowhere                 #~ E0203 [nowhere] Symbol "nowhere" not found in symbol table.
        j       nowhere2
