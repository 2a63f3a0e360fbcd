# For testing only: no program includes this file. Add an `.include` for it after the others, and
# call its procedures where you want to see what the search does.

        .text
# print: prints the grid at $a0, hidden rows first. A grid is a text with its own line ends.
print:  li      $v0, 4                          # print string
        syscall
        jr      $ra

# print_chosen: prints the array at $a0 as $s2 digits and a newline.
print_chosen:
        move    $t0, $a0
        addu    $t1, $a0, $s2
print_mark:
        beq     $t0, $t1, print_end
        lbu     $a0, 0($t0)
        li      $v0, 1                          # print integer
        syscall
        addiu   $t0, $t0, 1
        b       print_mark
print_end:
        li      $a0, '\n'
        li      $v0, 11                         # print character
        syscall
        jr      $ra
