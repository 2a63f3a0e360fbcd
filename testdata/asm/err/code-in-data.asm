# Instructions in the data segment, and data in the text segment.
        .data
        .word   1
main:   li      $t0, 1                  #~ W0905 [li] `li`
        $t0
        (
        .data
        $t0                             #~ W0905 [$t0]
        .text
        .word   1                       #~ E0401 [.word] `.word` stands in the text segment
        .asciiz "a"
        .text
        .space  4                       #~ E0401
