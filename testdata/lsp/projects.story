A `jetan.toml` says which files are one program, and its mistakes are shown in it.

== file lib.asm
        .globl  twice
twice:  add     $v0, $a0, $a0
        jr      $ra

== file other.asm
        .globl  twice
twice:  sll     $v0, $a0, 1
        jr      $ra

== open main.asm
main:   li      $a0, 2
        jal     twice
        li      $v0, 10
        syscall

== open jetan.toml
main = "main.asm"
files = ["other.asm"]
pack = "maze"

== ask definition main.asm 1:18

== ask hover jetan.toml 0:2

== change jetan.toml 1:0-1:5
fiels

== change jetan.toml 1:0-1:5
files

== change jetan.toml 1:10-1:15
othre

== close jetan.toml
