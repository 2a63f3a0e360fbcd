Columns are UTF-16 units, also after characters of two units, and lines end in several ways.

== open units.asm
        .data                   # 𝄞𝄞 é
s:      .asciiz "𝄞𝄞é", oops

== change units.asm 0:34-0:36
x

== ask hover units.asm 1:17

== ask hover units.asm 99:99

== ask documentSymbol units.asm
