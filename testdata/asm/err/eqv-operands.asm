# `.eqv` takes a name and a text.
        .eqv                            #~ E0611 [.eqv] `.eqv` takes a name and what it stands for
        .eqv    N                       #~ W0907 [.eqv] `N` is given no meaning
        .eqv    5 6                     #~ E0612 [.eqv] this cannot be given a meaning by `.eqv`
        .eqv    add sub                 #~ E0612
        .eqv    $t0 $t1                 #~ E0612
        .eqv    "a" 1                   #~ E0612
