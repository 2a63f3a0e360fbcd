# A macro with parameters, called in every way.
# dialect: both
        .macro  set (%reg, %value)
        li      %reg, %value
        .end_macro
        .macro  done
        syscall
        .end_macro
        set     ($t0, 1)
        set($t1 2)
x:      set     $t2, 3
        set     $t3 '4'
        done
        done()
        done ()
#= text 24080001 24090002 240a0003 240b0034
#= text 0000000c 0000000c 0000000c
#= symbol x 0x00400008
