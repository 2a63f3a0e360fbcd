# Writes to a file that was opened for reading.
        .data
fn:     .asciiz "not-there.txt"
text:   .asciiz "hello\n"
        .text
main:   la      $a0, fn
        li      $a1, 0
        li      $a2, 0
        li      $v0, 13
        syscall                         #~ $a1 is 0, which is for reading
        move    $a0, $v0
        la      $a1, text
        li      $a2, 6
        li      $v0, 15
        syscall
        li      $v0, 16
        syscall
        li      $v0, 10
        syscall
