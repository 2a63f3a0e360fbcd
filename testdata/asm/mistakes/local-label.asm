main:   b 7b
7:      b 7f
