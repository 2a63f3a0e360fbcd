# A label that a macro makes for its caller, twice.
# dialect: both
        .macro  define (%name)
%name:  nop                             #~ E0202 label `main` is defined twice
        .end_macro
        define  (main)
        define  (main)
