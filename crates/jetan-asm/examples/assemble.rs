//! Assembles a string and prints its listing: address, word, instruction, and the source line.

#![expect(clippy::print_stdout, reason = "an example shows what it did")]

use jetan_asm::{AssemblyOptions, Program, SourceSet, assemble};
use jetan_isa::disasm;

const SOURCE: &str = "\
        .data
greeting: .asciiz \"hello, world\\n\"
        .text
main:   li      $v0, 4
        la      $a0, greeting
        syscall
        li      $v0, 10
        syscall
";

fn main() {
    let sources = SourceSet::single("hello.asm", SOURCE);
    let (program, diagnostics) = assemble(&sources, &AssemblyOptions::default());
    for diagnostic in &diagnostics {
        let file = sources.file(diagnostic.span.file);
        let (line, _) = file.locate(diagnostic.span.start);
        println!("{}:{line}: {}", file.name(), diagnostic.problem.message());
    }
    if let Some(program) = program {
        print_listing(&program);
    }
}

fn print_listing(program: &Program) {
    for code in &program.code {
        let text = disasm::basic_text(&code.instruction, code.address, None);
        let statement = program.statement(code.statement).filter(|_| code.is_first);
        let source = statement.map_or(String::new(), |statement| {
            format!("{:4}: {}", statement.number, statement.text.trim())
        });
        println!("{:08x}  {:08x}  {text:<24}{source}", code.address, code.word);
    }
}
