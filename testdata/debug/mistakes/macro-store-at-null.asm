# A macro that stores through a register that was never set.
        .macro  put (%value, %to)
        li      $t9, %value
        sw      $t9, 0(%to)
        .end_macro
        .text
main:   put     (5, $t3)                #~ $t3 was never set
        li      $v0, 10
        syscall
