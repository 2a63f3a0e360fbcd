        .macro  print_sum %a %b
        add     $a0, %a, %b
        li      $v0, 1
        syscall
        .end_macro
        .text
main:   li      $t0, 1
        print_sum $t0
        li      $v0, 10
        syscall
