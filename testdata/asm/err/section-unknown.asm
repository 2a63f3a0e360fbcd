# A section whose name and flags say nothing is data, and never lost.
        .section                        #~ E0409 [.section]
        .section .mydata                #~ W0912 [.mydata] section `.mydata` is not known; it goes to the data segment
        .word   1
        .section mine, "G"              #~ W0912 [mine]
        .word   1
        .section "a name"               #~ W0912 ["a name"]
        .word   1
        .section .comment, "MS"
        .word   1
