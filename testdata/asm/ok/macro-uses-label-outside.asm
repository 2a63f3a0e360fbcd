# A name that is no label of the body means the label outside.
# dialect: both
        .macro  go
        j       end
        .end_macro
        go
end:    go
#= text 08100001 08100001
