Files are one program the way F5 in the studio has it: by includes, and by labels that others define.

== file lib.asm
        .globl  twice
twice:  add     $v0, $a0, $a0
        jr      $ra

== open main.asm
main:   li      $a0, 2
        jal     twice
        li      $v0, 10
        syscall

== open lib.asm
        .globl  twice
twice:  add     $v0, $a0, $a0
        jr      $ra

== change main.asm 1:16-1:21
twicee

== change main.asm 1:16-1:22
twice

== change lib.asm 1:16-1:19
$v9

== change lib.asm 1:16-1:19
$v0

== close lib.asm

== delete lib.asm
