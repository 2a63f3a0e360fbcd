        .data
x:      5
y:      "text"
