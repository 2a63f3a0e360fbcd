# MARS takes the lines after a bad `.macro` as ordinary ones.
# dialect: mars
        .macro                          #~ E0501 ".macro" directive requires at least one argument.
        nop
        .end_macro                      #~ E0504 .END_MACRO without .MACRO
        .macro  add (%a)                #~ E0502 Invalid Macro name "add"
        li      $t0, %a                 #~ E0302 [%a]
        .end_macro                      #~ E0504
