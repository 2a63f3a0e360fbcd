# A procedure that calls another does not save its return address.
        .text
main:   li      $a0, 3
        jal     show
        li      $v0, 10
        syscall
show:   jal     twice
        move    $a0, $v0
        li      $v0, 1
        syscall
        jr      $ra                     #~ save `$ra` on the stack when `show` begins
twice:  add     $v0, $a0, $a0
        jr      $ra
