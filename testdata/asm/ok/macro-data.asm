# A body may switch segments and store data; strings and characters are arguments.
# dialect: both
        .macro  say (%text, %end)
        .data
message: .ascii %text
        .byte   %end
        .text
        li      $v0, 4
        la      $a0, message
        syscall
        .end_macro
        say     ("hi, \"you\"", '!')
        say     "%text" '\n'
#= bytes 68 69 2c 20 22 79 6f 75 22 21 25 74 65 78 74 0a
#= text 24020004 3c011001 34240000 0000000c
#= text 24020004 3c011001 3424000a 0000000c
