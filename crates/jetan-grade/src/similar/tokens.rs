//! Text → statements without names: what is left of a program when everything that can be changed
//! without thinking has been taken away.
//!
//! Labels, comments, directives and data are gone; numbers are only small or large; instructions
//! that do the same by another name (`addu`, `addiu`, `move` and `add` with `$zero`) are one.

pub(super) mod families;

use jetan_asm::Dialect;
use jetan_asm::lexer::lex;
use jetan_asm::source::SourceSet;
use jetan_asm::token::{SourceToken, TokenKind};
use jetan_isa::Directive;
use rustc_hash::FxHashMap;

use super::canonical::canonical;
use super::dead;
use super::macros::MacroTable;
use families::{FAMILIES, OpFamily};

/// Operands of one statement that are looked at; macro calls may have more.
const OPERANDS_MAX: usize = 4;
/// Statements of a submission beyond this are not looked at.
const STATEMENTS_MAX: usize = 200_000;

/// A statement without names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamelessStatement {
    /// The operation, without the registers it uses.
    pub(crate) shape: u64,
    /// The registers that could be others; [`NO_REGISTER`] fills the rest.
    pub(crate) registers: [u8; OPERANDS_MAX],
    /// The number of its file in the submission, from 0.
    pub file: u32,
    /// The line in it, from 1.
    pub line: u32,
    /// Whether everybody writes such statements everywhere: arguments and calls of services,
    /// what is kept on the stack.
    pub(crate) is_idiom: bool,
}

pub(crate) const NO_REGISTER: u8 = 0xff;

/// A submission as statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubmissionDocument {
    /// As they stand in the text.
    pub(crate) statements: Vec<NamelessStatement>,
    /// With macros written out, in the order in which they are met.
    pub(crate) met: Vec<NamelessStatement>,
}

impl SubmissionDocument {
    /// Reads the files of a submission in their order. Any bytes will do: text that is not assembly
    /// gives no statements.
    pub fn new<'t>(files: impl IntoIterator<Item = &'t [u8]>) -> SubmissionDocument {
        let mut reader = StatementReader::default();
        // Two readers, because macros stay calls in one form and are written out in the other.
        let mut expanding =
            StatementReader { macros: Some(MacroTable::default()), ..StatementReader::default() };
        for (file, bytes) in files.into_iter().enumerate() {
            reader.file(file as u32, bytes);
            expanding.file(file as u32, bytes);
        }
        let mut code = reader.code;
        dead::remove(&mut code, &reader.labels);
        let met = canonical(expanding.code, &expanding.labels);
        let statements =
            |code: &[CodeStatement]| code.iter().map(CodeStatement::statement).collect();
        SubmissionDocument { statements: statements(&code), met: statements(&met) }
    }

    /// The number of statements that count.
    pub fn len(&self) -> usize {
        self.statements.len()
    }

    /// Whether there is nothing to compare.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }
}

/// An operand of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamelessOperand {
    /// A register; those of the FPU begin at 32.
    Register(u8),
    Number(i32),
    /// A label or another name, by its number in [`LabelNames`].
    Name(u32),
    /// A character, a real number, a parameter of a macro.
    Other,
}

pub(super) const ZERO: NamelessOperand = NamelessOperand::Register(0);

/// An instruction or the call of a macro.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodeStatement {
    pub(super) family: OpFamily,
    operands: [NamelessOperand; OPERANDS_MAX],
    count: u8,
    file: u32,
    line: u32,
}

impl CodeStatement {
    pub(super) fn operands(&self) -> &[NamelessOperand] {
        &self.operands[..self.count as usize]
    }

    fn push(&mut self, operand: NamelessOperand) {
        // Further operands of a macro call are dropped: they only make calls look more alike.
        if (self.count as usize) < OPERANDS_MAX {
            self.operands[self.count as usize] = operand;
            self.count += 1;
        }
    }

    pub(super) fn set(&mut self, at: usize, operand: NamelessOperand) {
        if at < self.count as usize {
            self.operands[at] = operand;
        }
    }

    pub(super) fn rewrite(&mut self, family: OpFamily, operands: &[NamelessOperand]) {
        (self.family, self.count) = (family, 0);
        for &operand in operands {
            self.push(operand);
        }
    }

    /// Gives instructions that do the same the same form.
    pub(super) fn canonical(mut self) -> CodeStatement {
        let operands = self.operands;
        let operands = &operands[..self.count as usize];
        let is_zero =
            |operand: NamelessOperand| matches!(operand, ZERO | NamelessOperand::Number(0));
        match (self.family, operands) {
            (OpFamily::ADD | OpFamily::OR | OpFamily::XOR | OpFamily::SUB, &[to, from, by])
                if is_zero(by) =>
            {
                self.rewrite(OpFamily::MOVE, &[to, from]);
            }
            (OpFamily::ADD | OpFamily::OR | OpFamily::XOR, &[to, ZERO, from]) => match from {
                NamelessOperand::Number(_) => self.rewrite(OpFamily::LOAD_NUMBER, &[to, from]),
                _ => self.rewrite(OpFamily::MOVE, &[to, from]),
            },
            (OpFamily::SUB, &[to, from, NamelessOperand::Number(by)]) => {
                // The smallest number has no negative, and text may hold any.
                self.rewrite(
                    OpFamily::ADD,
                    &[to, from, NamelessOperand::Number(by.wrapping_neg())],
                );
            }
            (OpFamily::NOT, &[to, from]) => self.rewrite(OpFamily::NOR, &[to, from, ZERO]),
            (OpFamily::NEGATE, &[to, from]) => self.rewrite(OpFamily::SUB, &[to, ZERO, from]),
            (OpFamily::SET_GREATER, &[to, one, other]) => {
                self.rewrite(OpFamily::SET_LESS, &[to, other, one]);
            }
            (OpFamily::BRANCH_EQUAL, &[one, other, target]) if one == other => {
                self.rewrite(OpFamily::JUMP, &[target]);
            }
            (OpFamily::BRANCH_EQUAL | OpFamily::BRANCH_UNEQUAL, &[ZERO, other, target]) => {
                self.rewrite(self.family, &[other, ZERO, target]);
            }
            _ => {}
        }
        // After the rest: several of the rules above produce a move from `$zero`.
        if let (OpFamily::MOVE, &[to, ZERO]) = (self.family, self.operands()) {
            self.rewrite(OpFamily::LOAD_NUMBER, &[to, NamelessOperand::Number(0)]);
        }
        self
    }

    fn is_idiom(&self) -> bool {
        const STACK: NamelessOperand = NamelessOperand::Register(29);
        matches!(
            self.family,
            OpFamily::LOAD_NUMBER
                | OpFamily::LOAD_ADDRESS
                | OpFamily::MOVE
                | OpFamily::SERVICE
                | OpFamily::JUMP_REGISTER
        ) || self.operands().contains(&STACK)
    }

    fn statement(&self) -> NamelessStatement {
        let mut registers = [NO_REGISTER; OPERANDS_MAX];
        let mut used = 0;
        // By family and kinds only; registers are numbered by whoever hashes a run.
        let mut shape = mix(0, u64::from(self.family.0));
        let is_service =
            self.family == OpFamily::LOAD_NUMBER && self.operands().first() == Some(&SERVICE);
        for &operand in self.operands() {
            let kind = match operand {
                NamelessOperand::Register(number) if is_fixed(number) => 100 + u64::from(number),
                NamelessOperand::Register(number) => {
                    registers[used] = number;
                    used += 1;
                    if number < 32 { 1 } else { 2 }
                }
                // Nobody can use another service than the one that does what is wanted.
                NamelessOperand::Number(number) if is_service => 1000 + u64::from(number as u32),
                NamelessOperand::Number(number) => 10 + size(number),
                NamelessOperand::Name(_) => 3,
                NamelessOperand::Other => 4,
            };
            shape = mix(shape, kind);
        }
        let is_idiom = self.is_idiom();
        NamelessStatement { shape, registers, file: self.file, line: self.line, is_idiom }
    }
}

/// `$v0`, which has the number of a service.
const SERVICE: NamelessOperand = NamelessOperand::Register(2);

/// `$zero`, `$sp` and `$ra` cannot be exchanged for others.
fn is_fixed(register: u8) -> bool {
    matches!(register, 0 | 29 | 31)
}

/// The magnitude of a number, in classes that a small change does not leave.
fn size(number: i32) -> u64 {
    match number.unsigned_abs() {
        0 => 0,
        1 => 1,
        2..=31 => 2,
        32..=255 => 3,
        _ => 4,
    }
}

/// A hash that is the same on every machine.
pub(crate) fn mix(hash: u64, value: u64) -> u64 {
    // Not the hash of the standard library: that differs from version to version.
    let mixed = (hash.rotate_left(23) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

/// The names of a submission.
#[derive(Debug, Default)]
pub(super) struct LabelNames {
    numbers: FxHashMap<String, u32>,
    /// In front of which instruction each name stands, if it does; by number.
    pub(super) places: Vec<Option<usize>>,
    /// Whether it is used anywhere; by number.
    pub(super) used: Vec<bool>,
    /// Whether a directive lists it; by number.
    pub(super) listed: Vec<bool>,
}

impl LabelNames {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.places.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        self.places.push(None);
        // Programs may start here without anybody saying so.
        self.used.push(name == "main");
        self.listed.push(false);
        number
    }

    /// The number of `main`.
    pub(super) fn main(&self) -> Option<usize> {
        self.numbers.get("main").map(|&number| number as usize)
    }

    fn use_name(&mut self, name: &str) -> u32 {
        let number = self.number(name);
        self.used[number as usize] = true;
        number
    }
}

#[derive(Default)]
struct StatementReader {
    code: Vec<CodeStatement>,
    labels: LabelNames,
    /// The meaning of each `.eqv`, if that is one register or number.
    meanings: FxHashMap<String, NamelessOperand>,
    /// If calls of macros are to be written out: the macros.
    macros: Option<MacroTable>,
    /// Whether what follows is data.
    is_data: bool,
}

impl StatementReader {
    fn file(&mut self, file: u32, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let sources = SourceSet::single("", &text);
        let source = sources.file(sources.roots()[0]);
        self.is_data = false;
        let mut in_comment = false;
        let mut tokens = Vec::new();
        for line in 1..=source.lines().len() as u32 {
            let Some(text) = source.line(line) else { continue };
            tokens.clear();
            lex(text, Dialect::JETAN, &mut in_comment, &mut tokens);
            tokens.retain(|token| token.kind != TokenKind::Comment);
            self.line(text, &tokens, (file, line), 0);
        }
    }

    /// Reads a line, `depth` calls of macros deep.
    fn line(&mut self, text: &str, mut tokens: &[SourceToken], place: (u32, u32), depth: usize) {
        if self.code.len() >= STATEMENTS_MAX || self.is_in_macro(text, tokens) {
            return;
        }
        while let [name, colon, rest @ ..] = tokens
            && name.is_name()
            && colon.kind == TokenKind::Colon
        {
            let number = self.labels.number(name.text(text));
            // Names of data have no place among statements.
            self.labels.places[number as usize] = (!self.is_data).then_some(self.code.len());
            tokens = rest;
        }
        let Some((&first, rest)) = tokens.split_first() else { return };
        if first.kind == TokenKind::Identifier && self.call(text, tokens, place, depth) {
            return;
        }
        let (family, zero) = match first.kind {
            TokenKind::Mnemonic => FAMILIES.of(first.value),
            TokenKind::Identifier => (OpFamily::MACRO, false),
            TokenKind::Directive => return self.directive(first, text, rest),
            _ => return,
        };
        let (file, line) = place;
        let mut code = CodeStatement {
            family,
            operands: [NamelessOperand::Other; OPERANDS_MAX],
            count: 0,
            file,
            line,
        };
        self.operands(&mut code, text, rest, zero);
        self.code.push(code.canonical());
    }

    /// Whether a line belongs to a macro that is written out where it is called.
    fn is_in_macro(&mut self, text: &str, tokens: &[SourceToken]) -> bool {
        let Some(macros) = &mut self.macros else { return false };
        let directive = tokens.first().filter(|token| token.kind == TokenKind::Directive);
        let is = |wanted: Directive| directive.is_some_and(|it| it.value == wanted as i32);
        if is(Directive::EndMacro) {
            macros.end();
        } else if macros.is_open() {
            macros.add(text, tokens);
        } else if is(Directive::Macro) {
            macros.begin(text, &tokens[1..]);
        } else {
            return false;
        }
        true
    }

    /// Reads what the call of a macro stands for; whether it is one.
    fn call(
        &mut self,
        text: &str,
        tokens: &[SourceToken],
        place: (u32, u32),
        depth: usize,
    ) -> bool {
        let Some(macros) = &mut self.macros else { return false };
        let Some(lines) = macros.call(text, tokens, depth) else { return false };
        let mut inner = Vec::new();
        for text in &lines {
            inner.clear();
            lex(text, Dialect::JETAN, &mut false, &mut inner);
            inner.retain(|token| token.kind != TokenKind::Comment);
            self.line(text, &inner, place, depth + 1);
        }
        true
    }

    /// Adds operands, and `$zero` in front of the last one if the instruction compares with it.
    fn operands(
        &mut self,
        code: &mut CodeStatement,
        text: &str,
        tokens: &[SourceToken],
        zero: bool,
    ) {
        let mut before = None;
        for (idx, &token) in tokens.iter().enumerate() {
            // `($t0)` is `0($t0)`.
            if token.kind == TokenKind::Open
                && before.is_none_or(|kind| kind == TokenKind::Register)
            {
                code.push(NamelessOperand::Number(0));
            }
            before = Some(token.kind);
            if zero && idx + 1 == tokens.len() {
                code.push(ZERO);
            }
            if let Some(operand) = self.operand(text, token) {
                code.push(operand);
            }
        }
    }

    fn operand(&mut self, text: &str, token: SourceToken) -> Option<NamelessOperand> {
        Some(match token.kind {
            TokenKind::Register => NamelessOperand::Register(token.value as u8),
            TokenKind::FloatRegister => NamelessOperand::Register(32 + token.value as u8),
            TokenKind::Integer => NamelessOperand::Number(token.value),
            TokenKind::Identifier | TokenKind::Mnemonic => {
                let name = token.text(text);
                match self.meanings.get(name) {
                    Some(&meaning) => meaning,
                    None => NamelessOperand::Name(self.labels.use_name(name)),
                }
            }
            // In the written-out form a character is its code; in the plain one both stay as they
            // were typed.
            TokenKind::Character if self.macros.is_some() => NamelessOperand::Number(token.value),
            TokenKind::Character | TokenKind::Real | TokenKind::Parameter => NamelessOperand::Other,
            _ => return None,
        })
    }

    fn directive(&mut self, directive: SourceToken, text: &str, tokens: &[SourceToken]) {
        if directive.value == Directive::Eqv as i32
            && let [name, meaning] = tokens
            && let Some(operand) = self.operand(text, *meaning)
        {
            self.meanings.insert(name.text(text).to_owned(), operand);
            return;
        }
        let is = |wanted: Directive| directive.value == wanted as i32;
        if is(Directive::Data) || is(Directive::Kdata) {
            self.is_data = true;
        } else if is(Directive::Text) || is(Directive::Ktext) {
            self.is_data = false;
        }
        for token in tokens.iter().filter(|token| token.is_name()) {
            let number = self.labels.use_name(token.text(text));
            self.labels.listed[number as usize] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(text: &str) -> Vec<(u64, [u8; 4])> {
        let document = SubmissionDocument::new([text.as_bytes()]);
        document.statements.iter().map(|it| (it.shape, it.registers)).collect()
    }

    #[test]
    fn the_same_by_another_name_is_the_same() {
        for (one, other) in [
            ("add $a0, $a1, $a2", "loop: addu $4 $5 $6 # sum"),
            ("move $a0, $a1", "addu $a0, $a1, $zero"),
            ("move $a0, $a1", "or $a0, $zero, $a1"),
            ("li $a0, 5", "addi $a0, $zero, 5"),
            ("li $a0, 0", "move $a0, $zero"),
            ("beqz $a0, end", "beq $a0, $zero, done"),
            ("subi $a0, $a1, 1", "addiu $a0, $a1, -1"),
            ("lw $a0, ($a1)", "lw $a0, 0($a1)"),
            ("b end", "j end"),
            (".eqv COUNT $a3\nli COUNT 3", "li $a3 4"),
        ] {
            let (one, other) = (shapes(one), shapes(other));
            assert_eq!(one.len(), 1);
            assert_eq!(one, other);
        }
    }

    #[test]
    fn what_does_something_else_differs() {
        for (one, other) in [
            ("add $a0, $a1, $a2", "and $a0, $a1, $a2"),
            ("li $v0, 4", "li $v0, 5"),
            ("li $a0, 4", "li $a0, 400"),
            ("lw $a0, 0($sp)", "lw $a0, 0($a1)"),
            ("lw $a0, 0($a1)", "sw $a0, 0($a1)"),
            ("jal f", "j f"),
        ] {
            assert_ne!(shapes(one), shapes(other), "{one}, {other}");
        }
    }

    #[test]
    fn no_text_is_too_strange() {
        let long = "x ".repeat(10_000);
        for text in ["", "\u{0}\u{ff}", "(((", ":::", "add", ".eqv", "/* open", &long, "li", "la"] {
            SubmissionDocument::new([text.as_bytes()]);
        }
        assert!(SubmissionDocument::new([&[0xff, 0xfe, 0x00][..]]).is_empty());
    }

    #[test]
    fn lines_and_files_are_kept() {
        let files = ["li $t0 1\n\nli $v0 10\nsyscall", "main: jr $ra"];
        let document = SubmissionDocument::new(files.map(str::as_bytes));
        let places: Vec<(u32, u32)> =
            document.statements.iter().map(|it| (it.file, it.line)).collect();
        // `$t0` is never read.
        assert_eq!(places, [(0, 3), (0, 4), (1, 1)]);
    }
}
