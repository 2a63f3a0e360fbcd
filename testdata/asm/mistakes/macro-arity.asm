        .macro print(%x)
        move $a0, %x
        .end_macro
main:   print
        print($t0, $t1)
