        .macro  print_int %x
        move    $a0, %x
        li      $v0, 1
        syscall
        .end_macro
        .text
main:   li      $t0, 5
        printint $t0
        li      $v0, 10
        syscall
