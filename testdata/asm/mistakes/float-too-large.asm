        .data
x:      .float 1e99
