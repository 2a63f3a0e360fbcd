//! Pages of the mistakes in macro definitions and calls.

use super::{DiagnosticPage, ExampleSettings};

pub(super) const PAGES: &[DiagnosticPage] = &[
    DiagnosticPage {
        code: "E0501",
        title: "a macro without a name",
        text: "\
`.macro` begins the definition of a macro, and the name to call it by stands after it.
Without a name there is no macro, so the lines below are assembled as ordinary lines, and the \
`.end_macro` that belongs to it ends nothing and is reported too.
Write the name after `.macro`, followed by the parameters, if there are any.",
        wrong: "        .macro
        li $v0, 10
        syscall
        .end_macro
",
        right: "        .macro exit
        li $v0, 10
        syscall
        .end_macro
main:   exit
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0502",
        title: "a word that cannot name a macro",
        text: "\
The name of a macro must not be a word that has a meaning already: an instruction, a register, a \
number or a directive.
A line that starts with the word could otherwise mean two things.
The macro is not defined, so its lines are assembled as ordinary lines, and its `.end_macro` is \
reported too.
Choose another name, such as `exit` instead of `break`.",
        wrong: "        .macro break
        li $v0, 10
        syscall
        .end_macro
",
        right: "        .macro exit
        li $v0, 10
        syscall
        .end_macro
main:   exit
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0503",
        title: "a macro inside a macro",
        text: "\
A macro definition ends at `.end_macro`, and before that no other one can begin.
The first `.end_macro` ends the outer macro, so the second one ends nothing and is reported too.
A typical cause is a forgotten `.end_macro` above.
Define the macros one after the other; a macro may well *call* another.",
        wrong: "        .macro exit
        .macro leave
        li $v0, 10
        .end_macro
        syscall
        .end_macro
",
        right: "        .macro leave
        li $v0, 10
        .end_macro
        .macro exit
        leave
        syscall
        .end_macro
main:   exit
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0504",
        title: "`.end_macro` without a macro",
        text: "\
`.end_macro` ends the definition that the last `.macro` began, and here none is open.
Typical causes are an `.end_macro` too many, and a `.macro` line that has a mistake of its own, \
which is then reported above.
Correct the `.macro` line, or delete this one.",
        wrong: "\
main:
        li $v0, 10
        syscall
        .end_macro
",
        right: "\
main:
        li $v0, 10
        syscall
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0505",
        title: "text after `.end_macro`",
        text: "\
`.end_macro` stands alone on its line; only a comment may follow it.
With something after it the line does not end the macro, which then goes on to the end of the \
file and is reported as never ended.
A typical cause is the name of the macro, which other languages repeat here.
Delete the text, or make it a comment with `#`.",
        wrong: "        .macro exit
        li $v0, 10
        syscall
        .end_macro exit
main:   exit
",
        right: "        .macro exit
        li $v0, 10
        syscall
        .end_macro      # exit
main:   exit
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0506",
        title: "a word that cannot be a parameter",
        text: "\
A parameter of a macro is a name that begins with `%`, such as `%x`.
The mark is needed so that the assembler can tell a parameter from a label in the lines of the \
macro.
Put `%` before the name, in the `.macro` line and wherever the parameter is used.",
        wrong: "        .macro double (x)
        add x, x, x
        .end_macro
main:   nop
",
        right: "        .macro double (%x)
        add %x, %x, %x
        .end_macro
main:   double ($t0)
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0507",
        title: "an unknown macro parameter",
        text: "\
A line of the macro uses a parameter that its `.macro` line does not list, so a call gives it no \
value.
Often a second message follows, because the parameter then stands where an operand should.
Typical causes are a spelling mistake, and a misspelt register: `$t10` looks like a parameter, too.
Add the parameter to the `.macro` line, or correct its name.",
        wrong: "        .macro copy (%to, %from)
        move %to, %form
        .end_macro
main:   copy ($t0, $t1)
",
        right: "        .macro copy (%to, %from)
        move %to, %from
        .end_macro
main:   copy ($t0, $t1)
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0508",
        title: "a macro that calls itself",
        text: "\
A call of a macro is replaced by the lines of the macro, so a macro that contains a call of itself \
would be replaced without end.
That is so even if the call goes through another macro, or would be skipped when the program runs: \
macros are expanded before.
Write a loop with a label and a branch, or a function called with `jal`, which may call itself.",
        wrong: "        .macro forever
        addi $t0, $t0, 1
        forever
        .end_macro
main:   forever
",
        right: "        .macro forever
again:  addi $t0, $t0, 1
        j again
        .end_macro
main:   forever
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0509",
        title: "a macro that is never ended",
        text: "\
A macro definition was begun with `.macro`, and the file ends before an `.end_macro` does.
All lines in between belong to the macro, so they are missing from the program.
Put `.end_macro` on a line of its own after the last line of the macro.
No label may stand before it, or it counts as a line of the macro.",
        wrong: "        .macro exit
        li $v0, 10
        syscall
main:   nop
",
        right: "        .macro exit
        li $v0, 10
        syscall
        .end_macro
main:   nop
        exit
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0510",
        title: "a call that fits no macro",
        text: "\
There is a macro of this name, but not with this number of arguments, or only further below.
A call means the macros defined above it, and a macro is chosen by its name and the number of its \
arguments.
An argument is one word, a number with its sign, or an address such as `4($sp)`; commas separate \
arguments, but so do blanks.
Give as many arguments as the `.macro` line has parameters, and define the macro above the call.",
        wrong: "        .macro copy (%to, %from)
        move %to, %from
        .end_macro
main:   copy ($t0)
",
        right: "        .macro copy (%to, %from)
        move %to, %from
        .end_macro
main:   copy ($t0, $t1)
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0511",
        title: "macro calls nested too deeply",
        text: "\
A macro calls a macro that calls a macro, and so on, more than 1000 deep.
The limit protects the computer from sources that would fill its memory.
Nobody writes such a chain by hand; a program that generates the source is the usual cause.
Let it generate the instructions themselves, or a function that is called with `jal`.",
        wrong: "        .macro step3
        addi $t0, $t0, 1
        .end_macro
        .macro step2
        step3
        .end_macro
        .macro step1
        step2
        .end_macro
main:   step1           # and so on, with 1001 macros
",
        right: "        .macro step
        addi $t0, $t0, 1
        .end_macro
main:   step
",
        setting: ExampleSettings { outline: true, ..ExampleSettings::PLAIN },
    },
    DiagnosticPage {
        code: "E0512",
        title: "a source that expands too far",
        text: "\
What macro calls, `.eqv`, included files or repeated values make of this source is more than the \
assembler takes.
The limit protects the computer and grows with the source: a macro that calls another twice, which \
calls another twice, and so on, doubles the lines with every step.
The message says what was being expanded and how far it went.
Use a loop or a function where the same instructions are to run many times.",
        wrong: "        .macro twice
        addi $t0, $t0, 1
        addi $t0, $t0, 1
        .end_macro
        .macro four_times
        twice
        twice
        .end_macro
main:   four_times      # and so on, doubled 24 times
",
        right: "\
main:   li $t1, 0x1000000
again:  addi $t0, $t0, 1
        bne $t0, $t1, again
",
        setting: ExampleSettings { outline: true, ..ExampleSettings::PLAIN },
    },
];
