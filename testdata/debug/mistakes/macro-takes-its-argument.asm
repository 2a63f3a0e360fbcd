# Exchanges two registers by a macro.
        .macro  swap(%a, %b)
        move    $t0, %a                 #~ `$t0` may be an argument
        move    %a, %b
        move    %b, $t0
        .end_macro
        .text
main:   li      $t0, 1
        li      $t1, 2
        swap($t1,$t0)
        move    $a0, $t0
        li      $v0, 1
        syscall
        move    $a0, $t1
        syscall
        li      $v0, 10
        syscall
