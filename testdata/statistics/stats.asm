# Text statistics: counts characters, words and lines of text.txt and writes it in capitals to
# upper.txt.
#
# count_words: $a0 = text; $v0 = how many words it has
# mean_length: $a0 = text; $f0 = how many letters a word has in the mean

        .data
name:   .asciiz "text.txt"
upper:  .asciiz "upper.txt"
failed: .asciiz "Cannot open text.txt\n"
chars_: .asciiz " characters\n"
words_: .asciiz " words\n"
lines_: .asciiz " lines\n"
text:   .space  4096
        .text
        .globl  main
main:   la      $a0, name
        li      $a1, 0
        li      $a2, 0
        li      $v0, 13
        syscall
        bltz    $v0, nofile
        move    $s0, $v0
        move    $a0, $s0
        la      $a1, text
        li      $a2, 4095
        li      $v0, 14
        syscall
        move    $s1, $v0              # characters
        move    $a0, $s0
        li      $v0, 16
        syscall
        move    $a0, $s1
        la      $a1, chars_
        jal     tell
        la      $a0, text
        jal     count_words
        move    $a0, $v0
        la      $a1, words_
        jal     tell
        la      $t0, text
        li      $t1, 0
lines:  lb      $t2, 0($t0)
        beqz    $t2, counted
        bne     $t2, 10, next
        addi    $t1, $t1, 1
next:   addi    $t0, $t0, 1
        b       lines
counted:
        move    $a0, $t1
        la      $a1, lines_
        jal     tell
        la      $t0, text
up:     lb      $t2, 0($t0)
        beqz    $t2, upped
        blt     $t2, 'a', stay
        bgt     $t2, 'z', stay
        addi    $t2, $t2, -32
        sb      $t2, 0($t0)
stay:   addi    $t0, $t0, 1
        b       up
upped:  la      $a0, upper
        li      $a1, 1
        li      $a2, 0
        li      $v0, 13
        syscall
        move    $s0, $v0
        move    $a0, $s0
        la      $a1, text
        move    $a2, $s1
        li      $v0, 15
        syscall
        move    $a0, $s0
        li      $v0, 16
        syscall
        li      $a0, 0
        li      $v0, 17
        syscall
nofile: la      $a0, failed
        li      $v0, 4
        syscall
        li      $a0, 1
        li      $v0, 17
        syscall
tell:   li      $v0, 1
        syscall
        move    $a0, $a1
        li      $v0, 4
        syscall
        jr      $ra
count_words:
        li      $v0, 0
        li      $t0, 1                  # the last was a blank
cw:     lb      $t1, 0($a0)
        beqz    $t1, cwend
        ble     $t1, 32, blank
        add     $v0, $v0, $t0
        li      $t0, 0
        b       cwnext
blank:  li      $t0, 1
cwnext: addi    $a0, $a0, 1
        b       cw
cwend:  jr      $ra
mean_length:
        addi    $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $a0, 4($sp)
        jal     count_words
        lw      $a0, 4($sp)
        li      $t2, 0
ml:     lb      $t1, 0($a0)
        beqz    $t1, mlend
        ble     $t1, 32, mlnext
        addi    $t2, $t2, 1
mlnext: addi    $a0, $a0, 1
        b       ml
mlend:  mtc1    $t2, $f0
        cvt.s.w $f0, $f0
        mtc1    $v0, $f2
        cvt.s.w $f2, $f2
        div.s   $f0, $f0, $f2
        lw      $ra, 0($sp)
        addi    $sp, $sp, 8
        jr      $ra
