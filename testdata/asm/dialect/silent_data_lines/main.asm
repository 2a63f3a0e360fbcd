        .data
count:  .word   1
        add     $t0, $t1, $t2
        $t0
        (
end:    .word   2
        .text
        nop
