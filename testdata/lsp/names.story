Definitions, references, renaming and calls in a program of several files.

== file add.asm
        .globl  add2
# Adds two numbers.
add2:   add     $v0, $a0, $a1
        jr      $ra

== file consts.inc
        .eqv    EXIT    10

== open main.asm
        .include "consts.inc"
        .text
main:   jal     add2
        jal     help
        li      $v0, EXIT
        syscall
help:   jal     add2
        jr      $ra

== ask definition main.asm 2:18

== ask definition main.asm 4:22

== ask definition main.asm 0:20

== ask references main.asm 2:18 {"context": {"includeDeclaration": true}}

== ask documentHighlight main.asm 2:18

== ask prepareRename main.asm 2:18

== ask prepareRename main.asm 2:9

== ask rename main.asm 2:18 {"newName": "sum"}

== ask rename main.asm 2:18 {"newName": "main"}

== ask rename main.asm 2:18 {"newName": "two words"}

== ask documentLink main.asm

== ask workspace/symbol - - {"query": "ADD"}

== ask prepareCallHierarchy main.asm 3:18

== ask callHierarchy/incomingCalls - - {"item": {"name": "add2", "kind": 12, "uri": "file:///ann/labs/add.asm", "range": {"start": {"line": 2, "character": 0}, "end": {"line": 3, "character": 0}}, "selectionRange": {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 4}}}}

== ask callHierarchy/outgoingCalls - - {"item": {"name": "main", "kind": 12, "uri": "file:///ann/labs/main.asm", "range": {"start": {"line": 2, "character": 0}, "end": {"line": 3, "character": 0}}, "selectionRange": {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 4}}}}
