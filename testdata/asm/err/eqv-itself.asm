# A name in its own text.
# dialect: both
        .eqv    N       N               #~ E0613 [.eqv] `N` cannot stand for itself
        .eqv    M       5, M            #~ E0613
