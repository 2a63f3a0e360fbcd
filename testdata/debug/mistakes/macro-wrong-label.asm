        .macro  print_str %text
        .data
msg:    .asciiz %text
        .text
        li      $v0, 4
        la      $a0, mgs
        syscall
        .end_macro
        .text
main:   print_str "one"
        print_str "two"
        li      $v0, 10
        syscall
