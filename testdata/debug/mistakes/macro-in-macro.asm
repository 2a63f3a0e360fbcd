# A macro within a macro, with a label that is not aligned.
        .macro  load (%to, %from)
        lw      %to, %from
        .end_macro
        .macro  show (%what)
        load    ($a0, %what)
        li      $v0, 1
        syscall
        .end_macro
        .data
text:   .asciiz "ab"
odd:    .asciiz "cd"
        .text
main:   show    (text)
        show    (odd)                   #~ `odd` is not the address of a word
        li      $v0, 10
        syscall
