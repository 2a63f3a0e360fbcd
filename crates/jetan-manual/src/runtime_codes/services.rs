//! Services that failed, and memory that ran out.

use super::RuntimeCodePage;

pub(super) const PAGES: &[RuntimeCodePage] = &[
    RuntimeCodePage {
        code: "R0301",
        title: "a service that does not exist",
        text: "\
`syscall` asks for the service whose number is in `$v0`, and no service has this number.
Often `$v0` was set too early, and a procedure or another service has put its result there since.
`jetan explain syscall` lists all services.",
        wrong: "\
main:   li $v0, 5
        syscall                 # the number comes in $v0
        move $a0, $v0
        syscall
        li $v0, 10
        syscall
",
        flag: None,
        input: "1234\n",
        right: "\
main:   li $v0, 5
        syscall                 # the number comes in $v0
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0302",
        title: "input that is not a number",
        text: "\
Services 5, 6 and 7 read a whole line and take it as a number.
This line was empty or had something else in it: letters, two numbers, a comma, or a point where \
an integer is read.
To accept any line, read a string with service 8 and look at its characters.",
        wrong: "\
main:   li $v0, 5
        syscall
        li $v0, 10
        syscall
",
        flag: None,
        input: "seven\n",
        right: "\
        .data
line:   .space 20
        .text
main:   la $a0, line
        li $a1, 20
        li $v0, 8
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0303",
        title: "no more input",
        text: "\
The program reads a number, but its input has ended: a file or pipe has no more lines, or Ctrl-D \
was pressed.
Read as often as there are lines, or stop at a value that marks the end and give it.
Reading a string or a character (services 8 and 12) at the end is not an error.",
        wrong: "\
main:   li $v0, 5
        syscall
        li $v0, 5
        syscall
        li $v0, 10
        syscall
",
        flag: None,
        input: "3\n",
        right: "\
main:   li $v0, 5
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0304",
        title: "memory that `sbrk` cannot give",
        text: "\
Service 9 adds as many bytes to the heap as `$a0` says, and gives their address in `$v0`.
The number is negative, or there are not so many bytes left.
Memory cannot be given back; keep a list of pieces that are free instead.",
        wrong: "\
main:   li $a0, -64
        li $v0, 9
        syscall
        li $v0, 10
        syscall
",
        flag: None,
        input: "",
        right: "\
main:   li $a0, 64
        li $v0, 9
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0305",
        title: "a random number from an empty range",
        text: "\
Service 42 gives a number from 0 up to one less than `$a1`, so `$a1` must be at least 1.
`$a0` is the number of the generator, not a bound.",
        wrong: "\
main:   li $a0, 6
        li $a1, -6
        li $v0, 42
        syscall
        li $v0, 10
        syscall
",
        flag: None,
        input: "",
        right: "\
main:   li $a0, 0               # the generator
        li $a1, 6               # 0 to 5
        li $v0, 42
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0306",
        title: "a negative length or time",
        text: "\
A number of bytes to read or write, or of milliseconds to sleep, cannot be negative.
The register was not set, or a subtraction went the wrong way round.",
        wrong: "\
main:   li $a0, -100
        li $v0, 32
        syscall
        li $v0, 10
        syscall
",
        flag: None,
        input: "",
        right: "\
main:   li $a0, 1
        li $v0, 32
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0307",
        title: "a dialog without a window",
        text: "\
Services 50 to 59 show dialogs.
`jetan run` asks on the console instead; with --strict it behaves as MARS without a display, which \
cannot show them.
Programs that also run without a display use the console services.",
        wrong: "\
        .data
hello:  .asciiz \"hello\"
        .text
main:   la $a0, hello
        li $a1, 1
        li $v0, 55
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--strict"),
        input: "",
        right: "\
        .data
hello:  .asciiz \"hello\"
        .text
main:   la $a0, hello
        li $v0, 4
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0308",
        title: "an argument that a pack's service does not take",
        text: "\
The pack says which values an argument of its service may have, and this is none of them.
Often the register was set for another service, or a service before has changed it.
`jetan explain --pack NAME NUMBER` lists the arguments of a service and their ranges.",
        wrong: "\
main:   li $a0, 9               # sounds are 0 to 4
        li $a1, 0
        li $v0, 202
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--pack comp2611-2048"),
        input: "",
        right: "\
main:   li $a0, 4
        li $a1, 0
        li $v0, 202
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0309",
        title: "an object that is not on the screen",
        text: "\
A service of a pack was asked to move or to find an object, and there is none with this id.
Create it first, and create the screen before: a new screen has no objects.",
        wrong: "\
main:   li $a0, 1
        li $v0, 208             # where is object 1?
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--pack maze"),
        input: "",
        right: "\
main:   li $a0, 1
        li $a1, 1
        li $a2, 64
        li $a3, 32
        li $v0, 205             # creates object 1
        syscall
        li $v0, 208
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0310",
        title: "a screen without room",
        text: "\
A screen holds 4096 objects and 1024 texts.
An object or text with an id that is in use takes the place of the other one: use few ids again \
and again.
A loop that creates and never ends does this too.",
        wrong: "\
main:   la $a3, text
next:   addi $a0, $a0, 1        # a new id in each round
        li $v0, 207
        syscall
        j next
        .data
text:   .asciiz \"hello\"
",
        flag: Some("--pack maze"),
        input: "",
        right: "\
main:   la $a3, text
        li $a0, 1
        li $v0, 207
        syscall
        li $v0, 10
        syscall
        .data
text:   .asciiz \"hello\"
",
    },
    RuntimeCodePage {
        code: "R0401",
        title: "the memory of a run is used up",
        text: "\
The program has written to more memory than it may, which is 1 GiB unless --max-memory says \
otherwise.
A loop that stores and never ends does this, or a loop that asks for heap and fills it.
This is a limit: the exit code is 3.",
        wrong: "\
main:   li $a0, 4096
        li $v0, 9
        syscall
        sw $a0, 0($v0)
        j main
",
        flag: Some("--max-memory 1M"),
        input: "",
        right: "\
main:   li $t0, 10
next:   li $a0, 4096
        li $v0, 9
        syscall
        sw $a0, 0($v0)
        addi $t0, $t0, -1
        bnez $t0, next
        li $v0, 10
        syscall
",
    },
];
