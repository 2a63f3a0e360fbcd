        .data
list:   .word   3, 1, 4
end:    .word   end-list, later-end, .-list
later:  .word   (later-list)/4%4
size = . - list
        .text
        li      $t0, size
        li      $t1, (end-list)/4
