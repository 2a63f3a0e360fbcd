# MARS: the same, but a name alone is too few operands, and only if a comment follows.
# dialect: mars
        .eqv    N                       #~ E0611 [.eqv] Too few operands for .eqv directive
        .eqv    add sub                 #~ E0612 [.eqv] Malformed .eqv directive
