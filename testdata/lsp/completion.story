Proposals: instructions with their operands, registers, labels, services.

== file other.inc
        nop

== open main.asm
        .data
answer: .word   42
        .text
main:   bltz
        lw      $t0, answ
        add     $s
        li      $v0, rand
        j       ma
        .include "ot"

== ask completion main.asm 3:12

== ask completion main.asm 4:25

== ask completion main.asm 5:18

== ask completion main.asm 6:25

== ask completion main.asm 7:18

== ask completion main.asm 8:20

== ask completion main.asm 3:8 {"context": {"triggerKind": 2, "triggerCharacter": " "}}

== ask completionItem/resolve - - {"label": "bltzal", "data": {"uri": "file:///ann/labs/main.asm", "kind": 0, "text": "bltzal"}}

== ask completionItem/resolve - - {"label": "4", "data": {"uri": "file:///ann/labs/main.asm", "kind": 8, "text": "4"}}

== ask completionItem/resolve - - {"label": "what"}
