# Instructions in the data segment, and data in the text segment.
        .data
        .word   1
main:   li      $t0, 1                  #~ E0309 [li] `li`
        $t0                             #~ E0309 [$t0]
        (                               #~ E0309
        .text
        .word   1                       #~ E0401 [.word] `.word` stands in the text segment
