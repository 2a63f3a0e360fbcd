Hover, signature help, hints and lenses.

== open main.asm
        # jetan: pack comp2611-2048
        .eqv    SIZE    4               # bytes
        .data
# The numbers to add.
nums:   .word   1, 2, SIZE
        .text
        .globl  main
main:   lw      $t0, nums
        li      $v0, 4
        syscall
        li      $t1, 100000
        jal     main
        li      $v0, 201
        syscall

== ask hover main.asm 7:9

== ask hover main.asm 7:22

== ask hover main.asm 8:21

== ask hover main.asm 12:21

== ask hover main.asm 1:17

== ask hover main.asm 3:5

== ask signatureHelp main.asm 7:21

== ask inlayHint main.asm 0:0-20:0

== ask inlayHint main.asm 10:0-11:0

== ask codeLens main.asm

== ask documentSymbol main.asm

== ask foldingRange main.asm

== ask textDocument/semanticTokens/full main.asm

== ask textDocument/semanticTokens/range main.asm 11:0-12:0
