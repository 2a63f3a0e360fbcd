# Macros within macros: the innermost one stores where there is no memory.
        .macro m0 (%r)
        sw      %r, 0($zero)            #~ no address
        .end_macro
        .macro m1 (%r)
        m0 (%r)
        .end_macro
        .macro m2 (%r)
        m1 (%r)
        .end_macro
        .macro m3 (%r)
        m2 (%r)
        .end_macro
        .macro m4 (%r)
        m3 (%r)
        .end_macro
        .macro m5 (%r)
        m4 (%r)
        .end_macro
        .macro m6 (%r)
        m5 (%r)
        .end_macro
        .macro m7 (%r)
        m6 (%r)
        .end_macro
        .macro m8 (%r)
        m7 (%r)
        .end_macro
        .macro m9 (%r)
        m8 (%r)
        .end_macro
        .macro m10 (%r)
        m9 (%r)
        .end_macro
        .macro m11 (%r)
        m10 (%r)
        .end_macro
        .macro m12 (%r)
        m11 (%r)
        .end_macro
        .macro m13 (%r)
        m12 (%r)
        .end_macro
        .macro m14 (%r)
        m13 (%r)
        .end_macro
        .macro m15 (%r)
        m14 (%r)
        .end_macro
        .macro m16 (%r)
        m15 (%r)
        .end_macro
        .macro m17 (%r)
        m16 (%r)
        .end_macro
        .macro m18 (%r)
        m17 (%r)
        .end_macro
        .macro m19 (%r)
        m18 (%r)
        .end_macro
        .macro m20 (%r)
        m19 (%r)
        .end_macro
        .macro m21 (%r)
        m20 (%r)
        .end_macro
        .macro m22 (%r)
        m21 (%r)
        .end_macro
        .macro m23 (%r)
        m22 (%r)
        .end_macro
        .macro m24 (%r)
        m23 (%r)
        .end_macro
        .macro m25 (%r)
        m24 (%r)
        .end_macro
        .macro m26 (%r)
        m25 (%r)
        .end_macro
        .macro m27 (%r)
        m26 (%r)
        .end_macro
        .macro m28 (%r)
        m27 (%r)
        .end_macro
        .macro m29 (%r)
        m28 (%r)
        .end_macro
        .macro m30 (%r)
        m29 (%r)
        .end_macro
        .macro m31 (%r)
        m30 (%r)
        .end_macro
        .macro m32 (%r)
        m31 (%r)
        .end_macro
        .macro m33 (%r)
        m32 (%r)
        .end_macro
        .macro m34 (%r)
        m33 (%r)
        .end_macro
        .macro m35 (%r)
        m34 (%r)
        .end_macro
        .macro m36 (%r)
        m35 (%r)
        .end_macro
        .macro m37 (%r)
        m36 (%r)
        .end_macro
        .macro m38 (%r)
        m37 (%r)
        .end_macro
        .macro m39 (%r)
        m38 (%r)
        .end_macro
        .macro m40 (%r)
        m39 (%r)
        .end_macro
        .macro m41 (%r)
        m40 (%r)
        .end_macro
        .macro m42 (%r)
        m41 (%r)
        .end_macro
        .macro m43 (%r)
        m42 (%r)
        .end_macro
        .macro m44 (%r)
        m43 (%r)
        .end_macro
        .macro m45 (%r)
        m44 (%r)
        .end_macro
        .macro m46 (%r)
        m45 (%r)
        .end_macro
        .macro m47 (%r)
        m46 (%r)
        .end_macro
        .macro m48 (%r)
        m47 (%r)
        .end_macro
        .macro m49 (%r)
        m48 (%r)
        .end_macro
        .macro m50 (%r)
        m49 (%r)
        .end_macro
        .macro m51 (%r)
        m50 (%r)
        .end_macro
        .macro m52 (%r)
        m51 (%r)
        .end_macro
        .macro m53 (%r)
        m52 (%r)
        .end_macro
        .macro m54 (%r)
        m53 (%r)
        .end_macro
        .macro m55 (%r)
        m54 (%r)
        .end_macro
        .macro m56 (%r)
        m55 (%r)
        .end_macro
        .macro m57 (%r)
        m56 (%r)
        .end_macro
        .macro m58 (%r)
        m57 (%r)
        .end_macro
        .macro m59 (%r)
        m58 (%r)
        .end_macro
        .macro m60 (%r)
        m59 (%r)
        .end_macro
        .macro m61 (%r)
        m60 (%r)
        .end_macro
        .macro m62 (%r)
        m61 (%r)
        .end_macro
        .macro m63 (%r)
        m62 (%r)
        .end_macro
        .macro m64 (%r)
        m63 (%r)
        .end_macro
        .text
main:   li      $t0, 7
        m64 ($t0)
        li      $v0, 10
        syscall
