# Every label that is used must be defined; all are named at once.
        j       nowhere                 #~ E0203 [nowhere] label `nowhere` is not defined
        beq     $t0, $t1, nowhere
        lw      $t0, Main               #~ E0203 [Main]
        lw      $t0, missing+4($t1)     #~ E0203 [missing]
main:   la      $t0, main
        .data
        .word   1, absent, main         #~ E0203 [absent]
