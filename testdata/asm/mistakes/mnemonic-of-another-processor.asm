main:   mov $t0, $t1
        push $t0
