# What is wrong after a replacement is marked in the line as it was written.
        .eqv    DEFINE  .eqv
        DEFINE  SIZE SIZE               #~ E0613 [DEFINE] `SIZE` cannot stand for itself
