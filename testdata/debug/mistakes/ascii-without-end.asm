        .data
prompt: .ascii  "Sum: "
secret: .asciiz "do not show"
        .text
main:   li      $v0, 4
        la      $a0, prompt
        syscall
        li      $v0, 10
        syscall
