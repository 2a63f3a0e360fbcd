# a file that is included
helper: adds $t0, $t1, $t2
