//! The state of a stopped machine as MARS shows it: registers, memory, the line of a fault.

use std::fmt::Write;

use jetan_asm::{Program, SourceSet};
use jetan_isa::{FReg, Reg};
use jetan_machine::{Machine, number};

use crate::dump::cells;

/// The notation of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueNotation {
    /// Eight digits after `0x`.
    Hexadecimal,
    /// A signed number; of a floating-point register its value as Java prints it.
    Decimal,
    /// Four characters, the highest byte first.
    Ascii,
}

/// A register to show, with the name it is shown by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownRegister {
    /// As it was typed, with its dollar sign.
    pub name: String,
    /// The register itself.
    pub register: AnyRegister,
}

/// A register of the CPU or of the floating-point unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyRegister {
    /// One of the 32 of the CPU.
    Cpu(Reg),
    /// One of the 32 of coprocessor 1.
    Float(FReg),
}

/// The file and line of an instruction as MARS gives them at run time: the top-level file, and of
/// a macro only the outermost call and the line of the body.
pub fn place(program: &Program, sources: &SourceSet, machine: &Machine, pc: u32) -> String {
    let Some(code) = program.code_at(pc) else { return String::new() };
    let Some(statement) = program.statement(code.statement) else { return String::new() };
    // MARS: an instruction that the program stored there has no source.
    if machine.memory.peek_word(pc) != code.word {
        return String::new();
    }
    let file = sources.file(statement.root).name();
    // MARS: the rest of a pseudo-instruction in a macro has lost the line of the body.
    if !code.is_first {
        return format!("{file} line {}", statement.root_number);
    }
    // MARS: the text of a macro's line begins with `<n>`, and nothing else says where in the body
    // it is (`run-error-in-macro-line`).
    let body = statement.text.strip_prefix('<').and_then(|text| text.split_once('>'));
    match body {
        // A line of the source may begin with `<` by itself.
        Some((body, _)) if body.bytes().all(|byte| byte.is_ascii_digit()) && !body.is_empty() => {
            format!("{file} line {}->{body}", statement.root_number)
        }
        _ => format!("{file} line {}", statement.root_number),
    }
}

/// Registers, a line each; `is_brief` leaves their names out.
pub fn registers(
    machine: &Machine,
    registers: &[ShownRegister],
    notation: ValueNotation,
    is_brief: bool,
) -> String {
    let mut report = String::new();
    for shown in registers {
        if !is_brief {
            let _ = write!(report, "{}\t", shown.name);
        }
        match shown.register {
            AnyRegister::Cpu(reg) => show_cpu(machine, reg, notation, &mut report),
            AnyRegister::Float(reg) => show_float(machine, reg, notation, &mut report),
        }
        report.push('\n');
    }
    report
}

fn show_cpu(machine: &Machine, reg: Reg, notation: ValueNotation, report: &mut String) {
    let value = machine.registers.get(reg);
    show_word(value, notation, report);
}

fn show_word(value: u32, notation: ValueNotation, report: &mut String) {
    let _ = match notation {
        ValueNotation::Hexadecimal => write!(report, "{value:#010x}"),
        ValueNotation::Decimal => write!(report, "{}", value as i32),
        ValueNotation::Ascii => write!(report, "{}", cells(value)),
    };
}

/// A floating-point register; an even one also as the double it is half of.
fn show_float(machine: &Machine, reg: FReg, notation: ValueNotation, report: &mut String) {
    let bits = machine.fpu.bits(reg.number());
    let pair = reg.number().is_multiple_of(2).then(|| machine.fpu.double_bits(reg.number()));
    let _ = match notation {
        ValueNotation::Hexadecimal => write!(report, "{bits:#010x}"),
        ValueNotation::Decimal => {
            write!(report, "{}", number::float_text(f32::from_bits(bits)))
        }
        ValueNotation::Ascii => write!(report, "{}", cells(bits)),
    };
    let Some(pair) = pair else { return };
    let _ = match notation {
        ValueNotation::Hexadecimal => write!(report, "\t{pair:#018x}"),
        ValueNotation::Decimal => write!(report, "\t{}", number::double_text(f64::from_bits(pair))),
        // MARS: the odd register of the pair comes first.
        ValueNotation::Ascii => write!(report, "\t{}{}", cells((pair >> 32) as u32), cells(bits)),
    };
}

/// The bytes of text that are printed at once.
const CHUNK_BYTES: usize = 64 << 10;

/// Ranges of memory by their first and last addresses, four words a line; `is_brief` leaves the
/// addresses out. MARS compares addresses as signed numbers. A range may be large, so the text is
/// given to `print` in pieces.
pub fn memory<E>(
    machine: &Machine,
    ranges: &[(u32, u32)],
    notation: ValueNotation,
    is_brief: bool,
    print: &mut dyn FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut report = String::new();
    for &(first, last) in ranges {
        for (idx, address) in (first as i32..=last as i32).step_by(4).enumerate() {
            if idx % 4 == 0 {
                report.push_str(if idx > 0 { "\n" } else { "" });
                if !is_brief {
                    let _ = write!(report, "Mem[{address:#010x}]\t");
                }
            }
            match word_at(machine, address as u32) {
                Some(word) => show_word(word, notation, &mut report),
                None => {
                    // MARS: the address is a signed decimal number here.
                    let _ = write!(report, "Invalid address: {address}");
                }
            }
            // MARS: a tab follows every value, the last one of a line too (`cli-show-hex`).
            report.push('\t');
            if report.len() > CHUNK_BYTES {
                print(&report)?;
                report.clear();
            }
        }
        report.push('\n');
    }
    print(&report)
}

/// A word of memory, text included, if there is memory at all.
fn word_at(machine: &Machine, address: u32) -> Option<u32> {
    machine.map().region_of(address).map(|_| machine.memory.peek_word(address))
}

#[cfg(test)]
mod tests {
    use jetan_asm::{AssemblyOptions, assemble};
    use jetan_machine::{Behaviour, MachineSettings};
    use jetan_run::RunSetup;

    use super::*;

    fn loaded(text: &str) -> (Program, SourceSet, Machine) {
        let sources = SourceSet::single("main.asm", text);
        let program = assemble(&sources, &AssemblyOptions::mars()).0.expect("the source is right");
        let setup = RunSetup::new(MachineSettings::default(), Behaviour::MARS);
        let machine = setup.load(&program.image).expect("it fits");
        (program, sources, machine)
    }

    #[test]
    fn registers_are_shown_in_every_notation() {
        let (_, _, mut machine) = loaded("nop\n");
        machine.registers.set(Reg::T0, 0xffff_ff41);
        let shown = [
            ShownRegister { name: "$t0".to_owned(), register: AnyRegister::Cpu(Reg::T0) },
            ShownRegister {
                name: "$f2".to_owned(),
                register: AnyRegister::Float(FReg::at_index(2)),
            },
        ];
        for (notation, expected) in [
            (ValueNotation::Hexadecimal, "$t0\t0xffffff41\n$f2\t0x00000000\t0x0000000000000000\n"),
            (ValueNotation::Decimal, "$t0\t-191\n$f2\t0.0\t0.0\n"),
            (
                ValueNotation::Ascii,
                "$t0\t  .  .  .  A\n$f2\t \\0 \\0 \\0 \\0\t \\0 \\0 \\0 \\0 \\0 \\0 \\0 \\0\n",
            ),
        ] {
            assert_eq!(registers(&machine, &shown, notation, false), expected);
        }
        let brief = registers(&machine, &shown[..1], ValueNotation::Decimal, true);
        assert_eq!(brief, "-191\n");
    }

    #[test]
    fn memory_has_four_words_a_line_and_says_where_there_is_none() {
        let (_, _, machine) = loaded(".data\n.word 1, 2, 3, 4, -5\n");
        let text = |range: (u32, u32), is_brief: bool| {
            let mut text = String::new();
            let mut print = |piece: &str| {
                text += piece;
                Ok::<(), ()>(())
            };
            let ranges = [range];
            memory(&machine, &ranges, ValueNotation::Decimal, is_brief, &mut print)
                .expect("it prints");
            text
        };
        let five = "Mem[0x10010000]\t1\t2\t3\t4\t\nMem[0x10010010]\t-5\t\n";
        assert_eq!(text((0x1001_0000, 0x1001_0010), false), five);
        assert_eq!(text((0x1001_0000, 0x1001_0004), true), "1\t2\t\n");
        assert_eq!(text((0x0000_0010, 0x0000_0010), true), "Invalid address: 16\t\n");
    }

    #[test]
    fn a_long_range_is_printed_in_pieces() {
        let (_, _, machine) = loaded("nop\n");
        let mut pieces = Vec::new();
        let mut print = |piece: &str| {
            pieces.push(piece.len());
            Ok::<(), ()>(())
        };
        let ranges = [(0x1001_0000, 0x1003_0000)];
        memory(&machine, &ranges, ValueNotation::Hexadecimal, true, &mut print).expect("it prints");
        assert!(pieces.len() > 2, "{pieces:?}");
        assert!(pieces.iter().all(|&bytes| bytes < CHUNK_BYTES + 100), "{pieces:?}");
    }

    #[test]
    fn a_fault_has_the_line_of_its_top_level_file() {
        let text = ".macro bad\nlw $t0, 1($zero)\n.end_macro\nnop\nbad\n";
        let (program, sources, machine) = loaded(text);
        assert_eq!(place(&program, &sources, &machine, 0x0040_0000), "main.asm line 4");
        assert_eq!(place(&program, &sources, &machine, 0x0040_0004), "main.asm line 5->2");
        assert_eq!(place(&program, &sources, &machine, 0x0040_0100), "");
    }
}
