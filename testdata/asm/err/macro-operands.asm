# A macro needs a name that is one.
# dialect: both
        .macro                          #~ E0501 [.macro] `.macro` names no macro
        .macro  add                     #~ E0502 [add] `add` cannot name a macro
        nop
        .end_macro                      #~ E0504 [.end_macro] there is no macro to end here
        .macro  $t0                     #~ E0502 [$t0]
        .macro  5                       #~ E0502 [5]
