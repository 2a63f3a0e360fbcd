//! Advice that goes with a message: the likely intention, the allowed forms, the fix.

use jetan_isa::suggest::closest;
use std::fmt::Write;

use jetan_isa::{Directive, InstructionForm, Mnemonic, OperandSlot, Reg, directives};

use crate::dialect::Dialect;
use crate::operand::range;
use crate::options::AssemblyOptions;
use crate::problem::Problem;
use crate::report::{FixLocation, ProblemAdvice};
use crate::token::{SourceToken, TokenKind};

/// The most forms of an instruction that are listed.
const FORMS_MAX: usize = 12;

/// Suggests a similar name, with the fix that writes it.
fn did_you_mean(near: &str) -> ProblemAdvice {
    ProblemAdvice::help(format!("did you mean `{near}`?")).and_fix(FixLocation::Marked, near)
}

pub(crate) fn undefined<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> ProblemAdvice {
    match closest(name, known) {
        Some(near) => did_you_mean(near),
        None => ProblemAdvice::help(format!("define it with `{name}:` before a statement or data")),
    }
}

/// A label that is a number, and was looked for behind its use or before it.
pub(crate) fn undefined_local(number: &str, is_behind: bool) -> ProblemAdvice {
    ProblemAdvice::help(if is_behind {
        format!("no `{number}:` follows in this file; `{number}b` is the last one before")
    } else {
        format!("no `{number}:` comes before it in this file; `{number}f` is the next one")
    })
}

pub(crate) fn unknown_directive(name: &str) -> ProblemAdvice {
    let known = directives::DIRECTIVES.iter().map(|row| row.name);
    closest(name, known).map_or_else(ProblemAdvice::default, did_you_mean)
}

pub(crate) fn in_data(kind: TokenKind) -> ProblemAdvice {
    match kind {
        TokenKind::Mnemonic => ProblemAdvice::label("an instruction")
            .and_help("put `.text` before the instructions: all of them up to there are left out")
            .and_fix(FixLocation::Above(None), ".text"),
        _ => ProblemAdvice::help("data is written as `.word 1, 2` or `.asciiz \"text\"`"),
    }
}

pub(crate) fn pseudo_off(form: InstructionForm) -> ProblemAdvice {
    match form.pseudo() {
        Some(pseudo) => {
            ProblemAdvice::help(format!("write it as {}", pseudo.expansion_text(false, false)))
        }
        None => ProblemAdvice::default(),
    }
}

pub(crate) fn odd_register(number: i32) -> ProblemAdvice {
    // `$f31` has no register after it; `$f0` is as good a suggestion as any.
    let (below, above) = (format!("$f{}", number - 1), format!("$f{}", (number + 1) % 32));
    ProblemAdvice::help(format!("a double takes two registers: use `{below}` or `{above}`"))
        .and_fix(FixLocation::Marked, below)
        .and_fix(FixLocation::Marked, above)
}

pub(crate) fn macro_mismatch(arities: &[usize]) -> ProblemAdvice {
    let counts: Vec<String> = arities.iter().map(usize::to_string).collect();
    let plural = if arities == [1] { "" } else { "s" };
    ProblemAdvice::help(format!("the macro takes {} argument{plural}", counts.join(" or ")))
        .and_help("separate the arguments by commas if one contains a blank or a sign")
}

/// Mnemonics of other assemblers and languages, the advice for each, and the word to replace it by
/// if the rest of the line may stay.
const FOREIGN_MNEMONICS: &[(&str, &str, Option<&str>)] = &[
    ("mov", "to copy a register write `move $t0, $t1`, to load a number `li $t0, 5`", None),
    ("push", "to push write `addi $sp, $sp, -4` and `sw $t0, ($sp)`", None),
    ("pop", "to pop write `lw $t0, ($sp)` and `addi $sp, $sp, 4`", None),
    ("ret", "to return write `jr $ra`", Some("jr $ra")),
    ("return", "to return write `jr $ra`", Some("jr $ra")),
    ("call", "to call a procedure write `jal name`", Some("jal")),
    ("jmp", "to jump write `j name`", Some("j")),
    ("ldr", "to load a word write `lw`", Some("lw")),
    ("str", "to store a word write `sw`", Some("sw")),
    ("load", "to load a word write `lw`, to load an address `la`, to load a number `li`", None),
    ("store", "to store a word write `sw`", Some("sw")),
    ("cmp", "comparing and branching are one here: `beq`, `bne`, `blt`, `bge` …", None),
    ("inc", "to add one write `addi $t0, $t0, 1`", None),
    ("dec", "to subtract one write `addi $t0, $t0, -1`", None),
    (
        "print",
        "to print set `$v0` and `$a0` and write `syscall`; see `jetan explain syscall`",
        None,
    ),
    ("li.s", "store the number with `.float` in `.data`, and load it with `l.s $f0, label`", None),
    ("li.d", "store the number with `.double` in `.data`, and load it with `l.d $f0, label`", None),
    ("exit", "to end the program write `li $v0, 10` and `syscall`", None),
    ("halt", "to end the program write `li $v0, 10` and `syscall`", None),
    ("seb", RELEASE_2, None),
    ("seh", RELEASE_2, None),
    ("wsbh", RELEASE_2, None),
    ("ext", RELEASE_2, None),
    ("ins", RELEASE_2, None),
    ("rotr", RELEASE_2, None),
    ("rotrv", RELEASE_2, None),
    ("mfhc1", RELEASE_2, None),
    ("mthc1", RELEASE_2, None),
];

/// Compilers use these unless they are told which processor is meant.
const RELEASE_2: &str =
    "this is an instruction of MIPS32 release 2; compile with `-march=mips32`, which goes without";

/// A word where an instruction should stand.
pub(crate) fn unknown_operator<'n>(
    token: SourceToken,
    following: Option<SourceToken>,
    line: &str,
    macros: impl Iterator<Item = &'n str>,
) -> ProblemAdvice {
    let name = token.text(line);
    match token.kind {
        TokenKind::Identifier => {}
        TokenKind::Register | TokenKind::FloatRegister => {
            return ProblemAdvice::help(
                "a statement starts with an instruction, as in `add $t0, $t1, $t2`",
            );
        }
        _ => return ProblemAdvice::help("a statement starts with an instruction or a directive"),
    }
    // A forgotten dot is certain where a similar mnemonic is only likely, so it is tried first.
    let directive = format!(".{name}");
    if Directive::lookup(&directive).is_some() {
        return ProblemAdvice::help(format!("directives start with a dot: `{directive}`"))
            .and_fix(FixLocation::Marked, directive);
    }
    // Before similar names as well: `mov` is one letter from `move`, but may have been meant as
    // `li`.
    if let Some((_, here, word)) =
        FOREIGN_MNEMONICS.iter().find(|(word, ..)| word.eq_ignore_ascii_case(name))
    {
        let advice = ProblemAdvice::help(*here);
        return match word {
            Some(word) => advice.and_fix(FixLocation::Marked, *word),
            None => advice,
        };
    }
    let mnemonics = Mnemonic::all().map(|mnemonic| -> &'n str { mnemonic.name() });
    let advice =
        closest(name, mnemonics.chain(macros)).map_or_else(ProblemAdvice::default, did_you_mean);
    // A word that stands alone on its line is most often a label without its colon.
    if following.is_none() {
        return advice
            .and_help(format!("if it is a label, put a colon after it: `{name}:`"))
            .and_fix(FixLocation::Behind, ":");
    }
    if advice.help.is_empty() {
        return ProblemAdvice::help("if it is a macro, define it above its first use");
    }
    advice
}

/// The operands an instruction can have, one form a line.
fn list_forms(advice: ProblemAdvice, forms: &[InstructionForm]) -> ProblemAdvice {
    let name = forms.first().map_or("", |form| form.name());
    let mut shown: Vec<(String, &str)> = Vec::new();
    for form in forms {
        let syntax = plain_syntax(form.syntax());
        // Forms that differ only in the size of a number look alike to a beginner, and are listed
        // once.
        if !shown.iter().any(|(known, _)| *known == syntax) {
            shown.push((syntax, form.summary()));
        }
    }
    let width = shown.iter().take(FORMS_MAX).map(|(syntax, _)| syntax.len()).max().unwrap_or(0);
    let mut text = format!("`{name}` is written");
    for (syntax, summary) in shown.iter().take(FORMS_MAX) {
        // Writing to a string does not fail.
        let _ = write!(text, "\n  {name} {syntax:width$}  {summary}");
    }
    if shown.len() > FORMS_MAX {
        let _ = write!(text, "\n  and {} more", shown.len() - FORMS_MAX);
    }
    advice.and_help(text)
}

/// The operands of a form in words for a beginner: the size of a number is not part of them.
fn plain_syntax(syntax: &str) -> String {
    let mut plain = String::with_capacity(syntax.len());
    for word in syntax.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let name = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let number = matches!(name, "s16" | "u16" | "i32" | "u5" | "imm" | "uimm" | "sa" | "code");
        plain.push_str(if number { "number" } else { name });
        plain.push_str(&word[name.len()..]);
    }
    plain
}

pub(crate) fn operand_count(
    forms: &[InstructionForm],
    operands: &[SourceToken],
    line: &str,
    dialect: Dialect,
) -> ProblemAdvice {
    let mut advice = ProblemAdvice::default();
    let has = |kind| operands.iter().any(|token| token.kind == kind);
    let name = forms.first().map_or("", |form| form.name());
    let spaced_sign = operands
        .windows(2)
        .any(|pair| pair[0].kind == TokenKind::Minus && pair[1].kind == TokenKind::Integer);
    // Other assemblers write constants as `#5`, which is a comment here and leaves the operand out.
    let commented = line
        .split_once('#')
        .is_some_and(|(_, comment)| comment.starts_with(|c: char| c.is_ascii_digit()));
    // From the surest explanation to the vaguest. Those that leave at once are so sure that the
    // list of forms would only bury them.
    if matches!(name, "mult" | "multu") && operands.len() > 2 {
        return advice.and_help(
            "for a product in a register write `mul $t0, $t1, $t2`; `mult` leaves it in HI and LO",
        ).and_fix(FixLocation::Marked, "mul");
    } else if name == "syscall" {
        return advice.and_help("the number of the service goes into `$v0`: `li $v0, 4`");
    } else if has(TokenKind::Colon) {
        return advice.and_help("the colon stands only where a label is defined");
    } else if commented {
        let at = line.find('#').unwrap_or(line.len()) as u32;
        advice = advice
            .and_help("`#` starts a comment; write the number alone")
            .and_fix(FixLocation::Range(at, at + 1), "");
    } else if let Some(text) = computed(operands, line) {
        advice = advice.and_help(arithmetic(text, dialect));
    } else if spaced_sign && !has(TokenKind::Identifier) {
        return advice.and_help("write a negative number without a blank: `-5`");
    } else if has(TokenKind::Mnemonic) {
        advice = advice.and_help("put each instruction on a line of its own");
    } else if has(TokenKind::Open) != has(TokenKind::Close) {
        let missing = if has(TokenKind::Open) { ")" } else { "(" };
        advice = advice.and_help(format!("a `{missing}` is missing"));
    } else if let Some(token) = operands.iter().find(|token| token.kind == TokenKind::Error) {
        advice = advice.and_help(format!("`{}` is not an operand", token.text(line)));
    } else if has(TokenKind::Plus) || has(TokenKind::Minus) {
        advice = advice.and_help("the only arithmetic is `label+number` and `label-number`");
    }
    list_forms(advice, forms)
}

/// Help for a sum that was not taken for one number.
fn arithmetic(text: &str, dialect: Dialect) -> String {
    if dialect.no_expressions {
        format!(
            "arithmetic is not allowed here; write the result of `{text}`, or compute it with \
             instructions"
        )
    } else if text.contains('$') {
        format!("registers have no values before the run; compute `{text}` with instructions")
    } else if text.ends_with(['+', '-']) {
        format!("a number is missing after `{text}`")
    } else {
        format!("write `{}` without a blank", text.replace(' ', ""))
    }
}

/// The text of two numbers with a sign between them and no comma, such as `10-1`.
fn computed<'l>(operands: &[SourceToken], line: &'l str) -> Option<&'l str> {
    let is_sum = |pair: &[SourceToken]| {
        let between = line.get(pair[0].end as usize..pair[1].start as usize);
        let second = pair[1].text(line);
        pair[0].is_integer()
            && (pair[1].is_integer() && second.starts_with(['+', '-'])
                || matches!(pair[1].kind, TokenKind::Plus | TokenKind::Minus))
            && between.is_some_and(|gap| !gap.contains(','))
    };
    let at = operands.windows(2).position(is_sum)?;
    // The lexer makes two tokens of `10-1` but three of `10 - 1`.
    let last = operands.get(at + 2).filter(|_| !operands[at + 1].is_integer());
    let end = last.unwrap_or(&operands[at + 1]).end;
    line.get(operands[at].start as usize..end as usize)
}

pub(crate) fn out_of_range(
    form: InstructionForm,
    slot: OperandSlot,
    token: SourceToken,
) -> ProblemAdvice {
    let (low, high) = range(slot);
    // In 64 bits, as the distance between two `i32` need not fit one.
    let value = i64::from(token.value);
    let excess = if value > i64::from(high) {
        format!("{} too large", value - i64::from(high))
    } else {
        format!("{} too small", i64::from(low) - value)
    };
    let advice = ProblemAdvice::label(format!("{low} to {high} fits here; this is {excess}"));
    match (slot, form.name()) {
        (OperandSlot::U5, _) => {
            advice.and_help("a register has 32 bits, so shifts go from 0 to 31")
        }
        (_, "lui") => advice.and_help("`lui` takes the upper 16 bits; `li` loads all 32"),
        (_, "slti" | "sltiu") => advice.and_help("load the number with `li` and use `slt`/`sltu`"),
        _ => advice.and_help("load the number into a register with `li` first"),
    }
}

pub(crate) fn wrong_type(
    forms: &[InstructionForm],
    form: InstructionForm,
    slot: OperandSlot,
    (mnemonic, token): (SourceToken, SourceToken),
    line: &str,
) -> ProblemAdvice {
    let text = token.text(line);
    let label = format!("{} is expected here", expectation(widest(forms, form, slot)));
    let name = form.name();
    let instead = |word: &str| (FixLocation::token(mnemonic), word.to_owned());
    let specific = match slot {
        OperandSlot::Reg | OperandSlot::Cp0 => register_expected(name, token, text, instead),
        OperandSlot::FReg => float_register_expected(token, text),
        OperandSlot::Label => label_expected(name, token, instead),
        _ if token.kind == TokenKind::Register => register_instead(name, text, instead),
        _ => number_expected(name, token, text, instead),
    };
    let advice = ProblemAdvice { label, ..specific.unwrap_or_default() };
    if forms.len() > 1 || advice.help.is_empty() { list_forms(advice, forms) } else { advice }
}

/// The slot of a form, or any integer if another form takes one in the same place.
fn widest(forms: &[InstructionForm], form: InstructionForm, slot: OperandSlot) -> OperandSlot {
    let slots = form.slots().as_slice();
    let at = slots.iter().position(|&other| other == slot);
    let takes_any = |other: &&InstructionForm| {
        let others = other.slots().as_slice();
        others.len() == slots.len() && at.is_some_and(|at| others[at] == OperandSlot::I32)
    };
    match slot {
        OperandSlot::U5 | OperandSlot::S16 | OperandSlot::U16
            if forms.iter().any(|other| takes_any(&other)) =>
        {
            OperandSlot::I32
        }
        _ => slot,
    }
}

fn expectation(slot: OperandSlot) -> &'static str {
    match slot {
        OperandSlot::Reg => "a register such as `$t0`",
        OperandSlot::FReg => "a floating-point register such as `$f2`",
        OperandSlot::Cp0 => "a coprocessor register such as `$12`",
        OperandSlot::U5 => "an integer from 0 to 31",
        OperandSlot::S16 => "an integer from -32768 to 32767",
        OperandSlot::U16 => "an integer from 0 to 65535",
        OperandSlot::I32 => "an integer",
        OperandSlot::F32 | OperandSlot::F64 => "a number",
        OperandSlot::Label => "a label",
        OperandSlot::Open => "`(`",
        OperandSlot::Close => "`)`",
        OperandSlot::Plus => "`+`",
    }
}

/// A location and the text to write there.
type SuggestedFix = (FixLocation, String);

fn changing(help: String, change: SuggestedFix) -> ProblemAdvice {
    ProblemAdvice::help(help).and_fix(change.0, change.1)
}

/// A register where a number should be.
fn register_instead(
    mnemonic: &str,
    text: &str,
    instead: impl Fn(&str) -> SuggestedFix,
) -> Option<ProblemAdvice> {
    Some(match mnemonic {
        "sll" | "srl" | "sra" => {
            let variable = format!("{mnemonic}v");
            changing(format!("to shift by a register use `{variable}`"), instead(&variable))
        }
        "la" => {
            changing(format!("to copy a register use `move`: `move …, {text}`"), instead("move"))
        }
        "addi" | "addiu" | "andi" | "ori" | "xori" | "slti" | "sltiu" => {
            let without = match mnemonic {
                "addiu" => "addu",
                "sltiu" => "sltu",
                _ => mnemonic.trim_end_matches('i'),
            };
            let help = format!("with a register use `{without}`: the `i` stands for a number");
            changing(help, instead(without))
        }
        "lw" | "lh" | "lhu" | "lb" | "lbu" | "sw" | "sh" | "sb" => ProblemAdvice::help(format!(
            "for the memory that `{text}` points to write `({text})`; two registers must be added \
             first"
        ))
        .and_fix(FixLocation::Marked, format!("({text})")),
        _ => return None,
    })
}

/// Something else than a register where a number should be.
fn number_expected(
    name: &str,
    token: SourceToken,
    text: &str,
    instead: impl Fn(&str) -> SuggestedFix,
) -> Option<ProblemAdvice> {
    Some(match token.kind {
        TokenKind::String if name == "li" => ProblemAdvice::help(
            "a character stands in single quotes: 'a'; a string needs a label and `la`",
        ),
        _ if name == "li" && token.is_name() => changing(
            format!("`li` loads numbers; for the address of a label use `la`: `la …, {text}`"),
            instead("la"),
        ),
        _ if token.is_name() && text.starts_with('$') => unknown_register(text),
        _ if token.is_name() => {
            ProblemAdvice::help("a label cannot stand here; load its address with `la` first")
        }
        TokenKind::Real if !text.contains(['.', 'e', 'E']) => {
            ProblemAdvice::help("integers go from -2147483648 to 2147483647, or to 0xffffffff")
        }
        TokenKind::Real => {
            ProblemAdvice::help("integer instructions take integers; use `.float` data and `l.s`")
        }
        _ => return None,
    })
}

fn unknown_register(text: &str) -> ProblemAdvice {
    if text == "$s8" {
        return ProblemAdvice::help("`$s8` is called `$fp` here")
            .and_fix(FixLocation::Marked, "$fp");
    }
    // Never empty: the lexer takes a bare `$` for register 0, so it does not get here.
    if text[1..].bytes().all(|byte| byte.is_ascii_digit()) {
        return ProblemAdvice::help("registers go from `$0` to `$31`");
    }
    let names = (0..32).filter_map(Reg::new).map(Reg::name);
    let floats = (0..32).filter_map(jetan_isa::FReg::new).map(jetan_isa::FReg::name);
    match closest(text, names.chain(floats)) {
        Some(near) => changing(
            format!("there is no register `{text}`; did you mean `{near}`?"),
            (FixLocation::Marked, near.to_owned()),
        ),
        None => ProblemAdvice::help(format!("there is no register `{text}`")),
    }
}

fn register_expected(
    mnemonic: &str,
    token: SourceToken,
    text: &str,
    instead: impl Fn(&str) -> SuggestedFix,
) -> Option<ProblemAdvice> {
    Some(match token.kind {
        TokenKind::Identifier if text.starts_with('$') => unknown_register(text),
        TokenKind::Identifier if Reg::from_name(&format!("${text}")).is_some() => changing(
            format!("registers start with `$`: `${text}`"),
            (FixLocation::Marked, format!("${text}")),
        ),
        TokenKind::Identifier if mnemonic.starts_with('j') => {
            let ((at, jump), (_, call)) = (instead("j"), instead("jal"));
            ProblemAdvice::help(format!("to jump to a label use `j {text}` or `jal {text}`"))
                .and_fix(at, jump)
                .and_fix(at, call)
        }
        TokenKind::Identifier | TokenKind::Mnemonic => ProblemAdvice::help(format!(
            "a label cannot stand here; load its address with `la` first (`{text}`)"
        )),
        TokenKind::Integer | TokenKind::Character => ProblemAdvice::help(
            "a number cannot stand here; load it into a register with `li` first",
        ),
        TokenKind::FloatRegister if matches!(mnemonic, "mtc1" | "mfc1") => ProblemAdvice::help(
            format!("the integer register comes first: `{mnemonic} $t0, {text}`"),
        ),
        TokenKind::FloatRegister if matches!(mnemonic, "lw" | "sw" | "la" | "li") => {
            let single = if mnemonic == "sw" { "s.s" } else { "l.s" };
            changing(
                format!("for a float register use `{single}`: `{single} {text}, label`"),
                instead(single),
            )
        }
        TokenKind::FloatRegister => ProblemAdvice::help(
            "this instruction works on integer registers; `mfc1` copies from a float register",
        ),
        TokenKind::Parameter => {
            ProblemAdvice::help("this is a macro parameter, but no macro is being defined")
        }
        _ => return None,
    })
}

fn float_register_expected(token: SourceToken, text: &str) -> Option<ProblemAdvice> {
    Some(match token.kind {
        TokenKind::Register => ProblemAdvice::help(
            "this instruction works on float registers; `mtc1` copies from an integer register",
        ),
        TokenKind::Identifier if text.starts_with('$') => unknown_register(text),
        TokenKind::Integer | TokenKind::Character | TokenKind::Real => ProblemAdvice::help(
            "a number cannot stand here; store it with `.float` and load it with `l.s`",
        ),
        _ => return None,
    })
}

fn label_expected(
    mnemonic: &str,
    token: SourceToken,
    instead: impl Fn(&str) -> SuggestedFix,
) -> Option<ProblemAdvice> {
    Some(match token.kind {
        TokenKind::Integer => {
            ProblemAdvice::help("branches and jumps go to labels, not to numbers")
        }
        TokenKind::Register => {
            let advice = ProblemAdvice::help("to jump to the address in a register use `jr`");
            match mnemonic {
                "j" | "b" => advice.and_fix(instead("jr").0, "jr"),
                "jal" => advice.and_fix(instead("jalr").0, "jalr"),
                _ => advice,
            }
        }
        _ => return None,
    })
}

pub(crate) fn data_value(directive: Directive, kind: TokenKind) -> ProblemAdvice {
    let is_string = matches!(directive, Directive::Ascii | Directive::Asciiz);
    let is_float = matches!(directive, Directive::Float | Directive::Double);
    ProblemAdvice::help(match kind {
        TokenKind::String => "text is stored with `.asciiz`",
        TokenKind::Real if !is_float => "numbers with a fraction are stored with `.float`",
        _ if is_string => "strings stand in double quotes",
        TokenKind::Integer if is_float => "hexadecimal numbers are not floats; write it in decimal",
        TokenKind::Identifier if is_float => "addresses of labels are stored with `.word`",
        TokenKind::Plus | TokenKind::Minus => "arithmetic is not allowed here; write the result",
        TokenKind::Colon => "`value : count` must be the only thing after the directive",
        TokenKind::Register | TokenKind::FloatRegister => {
            "registers have no value yet when data is stored; use an instruction"
        }
        _ if is_float => "floats look like 1.5, -2 or 3e8",
        _ => "integers look like 42, -7, 0x2a or 'a'",
    })
}

pub(crate) fn data_address(options: &AssemblyOptions) -> ProblemAdvice {
    let map = &options.map;
    ProblemAdvice::help(format!(
        "data lies between {:#010x} and {:#010x}, kernel data between {:#010x} and {:#010x}",
        map.data_base,
        options.last_before(map.data_limit),
        map.kdata_base,
        options.last_before(map.kdata_limit)
    ))
}

pub(crate) fn text_address(options: &AssemblyOptions) -> ProblemAdvice {
    let map = &options.map;
    ProblemAdvice::help(format!(
        "instructions lie between {:#010x} and {:#010x}, kernel code between {:#010x} and \
         {:#010x}, at multiples of 4",
        map.text_base,
        options.last_before(map.text_limit),
        map.ktext_base,
        options.last_before(map.ktext_limit)
    ))
}

pub(crate) fn branch_too_far(offset: i32) -> ProblemAdvice {
    let direction = if offset < 0 { "back" } else { "ahead" };
    let most = if offset < 0 { 32768 } else { 32767 };
    ProblemAdvice::label(format!("a branch reaches {most} instructions {direction}"))
        .and_help("MARS goes there all the same, a real processor does not")
        .and_help("branch around a `j` to the label: `j` reaches everywhere")
}

pub(crate) fn branch_to_data(name: &str) -> ProblemAdvice {
    ProblemAdvice::help(format!(
        "a branch goes to an instruction; to use the data load it: `lw …, {name}`"
    ))
}

pub(crate) fn placement(problem: &Problem) -> ProblemAdvice {
    match problem {
        Problem::JumpTooFar => {
            ProblemAdvice::help("load the address with `la` and jump with `jr` or `jalr`")
        }
        _ => ProblemAdvice::default(),
    }
}
