# Dividing by a literal zero breaks, as dividing by a register that holds zero does.
        div     $t0, $t1, 0
        divu    $t0, $t1, 0
        rem     $t0, $t1, 0
        remu    $t0, $t1, 0
        div     $t0, $t1, 3
#= text 0000000d 0120001a 00004012 0000000d 0120001b 00004012
#= text 0000000d 0120001a 00004010 0000000d 0120001b 00004010
#= text 20010003 0121001a 00004012
