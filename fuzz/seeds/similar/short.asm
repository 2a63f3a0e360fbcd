li
#----
li $t0
#----
add $t0, $t1
#----
lw $t0, 4($t1)
sw
