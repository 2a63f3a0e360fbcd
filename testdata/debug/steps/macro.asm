# The call of a macro is one statement, forwards and backwards, until somebody goes in.
#> step = first
#> step = second
#> next = third
#> reverse-step = second
#> reverse-next = first
#> stepi = first+4
#> step = first+8
#> reverse-step = first+4
#> reverse-step = first
#> step 3 = fourth
#> reverse-step = third
#> step = fourth
#> step = work
#> finish = fourth+4
#> step = last
#> reverse-next = fourth
#> next = last
        .macro  two (%reg)
        addi    %reg, %reg, 1
        addi    %reg, %reg, 1
        .end_macro
        .macro  four (%reg)
        two     (%reg)
        two     (%reg)
        .end_macro
        .macro  count (%reg)
        li      %reg, 3
again:  addi    %reg, %reg, -1
        bnez    %reg, again
        .end_macro
        .macro  call (%name)
        jal     %name
        nop
        .end_macro
main:   li      $t0, 0
first:  four    ($t0)
second: two     ($t0)
third:  count   ($t1)
fourth: call    (work)
last:   li      $v0, 10
        syscall
work:   jr      $ra
