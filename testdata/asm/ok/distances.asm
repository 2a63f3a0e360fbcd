# Distances of labels, as numbers below them and as data above.
        .data
        .word   b-a, b-a+1, -4+b-a
text:   .ascii  "abcde"
length = . - text
        .set    twice, 2*(.-text)
        .equ    three, (.-text)*3
place = .
        .byte   length, twice, three, length%3
        .align  2
a:      .word   0, 1
1:      .word   . - 1b, 1f - 1b
1:
b:      .half   b-a, 1b-a
        .word   place-text, (7 % 4)*2, 17%5, -7%4
        .text
        li      $t0, b-a
        addiu   $t1, $t0, length*2
        lw      $t2, b-a($sp)
        lw      $t3, length($sp)
        ori     $t4, $t4, 100%7
#= text 24080010 2509000a 8faa0010 8fab0005 358c0002
#= data 00000010 00000011 0000000c
#= bytes 61 62 63 64 65 05 0a 0f 02
