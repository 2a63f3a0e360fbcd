# A directive that nobody knows is a warning; as a label it is a name like any other.
# dialect: both
        .words  1, 2                    #~ W0901 [.words] there is no directive `.words`
.words: nop
        j       .words
#= text 00000000 08100000
