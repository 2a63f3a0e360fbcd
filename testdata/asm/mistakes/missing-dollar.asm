main:   add t0, t1, t2
