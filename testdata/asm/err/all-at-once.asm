# All kinds of mistakes in one run, each once.
        li      $t0, 'ab'               #~ E0102
        .eqv    N N                     #~ E0613
        add     $t0                     #~ E0301
x:      j       nowhere                 #~ E0203
x:      .word   1                       #~ E0202 #~ E0401
        .globl  y                       #~ E0204
        .macro  m                       #~ E0509
