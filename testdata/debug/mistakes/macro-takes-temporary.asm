# The macro that prints uses $a0, in which the program keeps its sum.
        .macro  print (%n)
        move    $a0, %n
        li      $v0, 1
        syscall
        .end_macro
        .text
main:   li      $a0, 0
        li      $t0, 1
loop:   add     $a0, $a0, $t0
        print   ($t0)                   #~ overwrites the sum in $a0
        addi    $t0, $t0, 1
        ble     $t0, 3, loop
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
