        .macro  go
        j       nowhere
        .end_macro
        go
