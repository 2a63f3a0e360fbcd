# A character literal keeps its code point, also beyond U+FFFF.
        .data
        .word   '😀'
        .text
        li      $a0, '😀'
#= data 0001f600
#= text 3c010001 3424f600
