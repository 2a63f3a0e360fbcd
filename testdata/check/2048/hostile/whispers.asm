# Plays a good game in words on the console but shows nothing on the screen.
        .data
puzzle_map:
        .word   2, 4
        .space  56
good:   .asciiz "2 4 . .\n. . . .\nYou have won!\n"
        .text
main:   li      $v0, 5
        syscall
        la      $a0, good
        li      $v0, 4
        syscall
wait:   lw      $t0, 0xffff0000
        beqz    $t0, wait
        lw      $t0, 0xffff0004
        li      $v0, 4
        syscall
        b       wait
