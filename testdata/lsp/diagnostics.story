Problems follow edits; what is related to them, and fixes.

== open typo.asm
        .data
count:  .word   3
        .text
main:   lw      $t0, cuont
        addi    $t0, $t0, 100000
        jal     cuont

== ask codeAction typo.asm 3:22-3:22 {"context": {"diagnostics": []}}

== ask codeAction typo.asm 3:22-3:22 {"context": {"diagnostics": [], "only": ["source.organizeImports"]}}

== change typo.asm 3:21-3:26
count

== change typo.asm 5:16-5:21
main

== change typo.asm 4:0-5:0

== close typo.asm

== open twice.asm
a:      nop
        .macro  bad (%x)
        lw      %x, nowhere
        .end_macro
a:      bad     ($t0)
