# Prints the number that is typed, and one more.
.text
main: li $v0, 5
  syscall
  addi $t0, $a0, 1              #~ the number is in $v0
  move $a0, $t0
  li $v0, 1
  syscall
  li $v0, 10
  syscall
