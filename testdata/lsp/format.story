Columns: of everything, of some lines, of the line that was finished.

== open main.asm
main: li $v0,10 # the end
 syscall
  .data
x: .word 1,2

== ask formatting main.asm - {"options": {"tabSize": 8, "insertSpaces": true}}

== ask rangeFormatting main.asm 1:0-2:0 {"options": {"tabSize": 8, "insertSpaces": true}}

== ask onTypeFormatting main.asm 1:0 {"ch": "\n", "options": {"tabSize": 8, "insertSpaces": true}}

== ask onTypeFormatting main.asm 0:0 {"ch": "\n", "options": {"tabSize": 8, "insertSpaces": true}}
