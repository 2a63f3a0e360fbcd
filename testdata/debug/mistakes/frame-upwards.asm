# Prints 5.
.text
main: jal f
  move $a0, $v0
  li $v0, 1
  syscall
  li $v0, 10
  syscall
f: addi $sp, $sp, 4             #~ -4 is meant
  sw $ra, 0($sp)
  li $v0, 5
  lw $ra, 0($sp)
  addi $sp, $sp, -4
  jr $ra
