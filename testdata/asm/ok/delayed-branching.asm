# With `db`, branches inside expansions have a delay slot.
# dialect: both
# options: db
        div     $t0, $t1, $t2
        mulou   $t0, $t1, $t2
        b       end
end:
#= text 15400002 00000000 0000000d 012a001a 00004012
#= text 012a0019 00000810 10200002 00000000 0000000d 00004012
#= text 04010000
