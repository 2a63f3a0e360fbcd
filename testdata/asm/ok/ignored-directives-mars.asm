# MARS: they give warnings, and the rest of the line is ignored.
# dialect: mars
        .set    noreorder               #~ W0902 [.set] MARS currently ignores the .set directive.
        .ent    main                    #~ W0901 [.ent] MARS does not recognize the .ent directive.
main:   .rdata                          #~ W0901 [.rdata]
        nop
#= text 00000000
#= symbol main 0x00400000
