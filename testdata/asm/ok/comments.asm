# Comments of other assemblers.
        nop                     // to the end of the line
        add $t0, /* in the middle */ $t1, $t2
        /* over
           several lines, with a nop
           and the end of it */ sub $t0, $t1, $t2
        nop /* one */ /* two */ # three
        .data
        .ascii "/* no comment */ // # either"
        .byte '/' /*
*/
#= text 00000000 012a4020 012a4022 00000000
#= bytes 2f 2a 20 6e 6f 20 63 6f 6d 6d 65 6e 74 20 2a 2f 20 2f 2f 20 23 20 65 69 74 68 65 72
#= bytes 2f
