What makes no sense is refused, and the server goes on.

== ask hover main.asm 0:0

== ask hover main.asm

== ask noSuchRequest main.asm

== ask /initialize - - {"capabilities": {}}

== change main.asm 0:0-0:0
nop

== close main.asm

== open main.asm
main:   nop

== change main.asm 0:4-0:1
nop

== ask hover main.asm 0:9

== open main.asm
main:   nop

== ask hover main.asm 0:9

== ask hover untitled:Untitled-1 0:0

== open untitled:Untitled-1
main:   nopp

== ask hover not%a-uri 0:0
