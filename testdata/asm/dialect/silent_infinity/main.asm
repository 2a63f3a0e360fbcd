        .data
x:      .double 1e400
y:      .double Infinity, 1e308
