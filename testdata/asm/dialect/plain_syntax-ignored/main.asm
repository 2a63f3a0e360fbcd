        .set    noreorder
        .ent    main
        .frame  $sp, 8, $ra
        .mask   0x80000000, -4
main:   nop
        .end    main
