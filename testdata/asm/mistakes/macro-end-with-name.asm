        .macro exit
        nop
        .end_macro exit
main:   exit
