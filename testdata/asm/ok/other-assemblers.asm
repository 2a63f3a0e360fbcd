# Directives of other assemblers: other names, and some without effect.
        .set    noreorder
        .ent    main
        .frame  $sp, 32, $ra
        .mask   0x80000000, -4
main:   jr      $ra
        .end    main
        .rdata
        .asciz  "a"
#= text 03e00008
#= bytes 61 00
