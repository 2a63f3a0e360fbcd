# A name has one meaning in a file.
# dialect: both
        .eqv    N       5
        .eqv    N       6               #~ E0614 [N] `N` is given two meanings
        .eqv    N       5
        .eqv    N       5,              # a trailing comma is no part of it
