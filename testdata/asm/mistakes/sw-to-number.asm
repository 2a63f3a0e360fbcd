main:   sw 5, 0($sp)
