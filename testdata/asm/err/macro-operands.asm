# A macro needs a name that is one; what follows is its body all the same.
        .macro                          #~ E0501 [.macro] `.macro` names no macro
        nop
        .end_macro
        .macro  add (%a)                #~ E0502 [add] `add` cannot name a macro
        li      $t0, %a
        .end_macro
        .macro  $t0                     #~ E0502 [$t0]
        .end_macro
        .macro  5                       #~ E0502 [5]
        .end_macro
