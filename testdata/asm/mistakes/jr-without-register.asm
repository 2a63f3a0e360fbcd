main:   jr
