# Data behind labels in the text segment; one warning stands for all until the segment changes.
main:   lw      $t0, table+4
        jr      $ra
table:  .word   1, 2                    #~ W0911 [.word]
text:   .asciiz "ab"
        .align  2
more:   .space  8
done:   nop
        .text
again:  .half   3                       #~ W0911 [.half]
