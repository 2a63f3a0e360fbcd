//! The facts in the text of the files by itself: statements, definitions, and names that are used.

use jetan_isa::{Directive, Mnemonic, directives};

use super::{OutlineEquivalent, OutlineInclude, OutlineMacro, OutlineStatement, StatementKind};
use crate::dialect::Dialect;
use crate::layout::{LayoutPass, is_parameter};
use crate::lexer;
use crate::source::{FileId, SourceSet, Span, resolve_include};
use crate::token::{SourceToken, TokenKind};

/// A label in the body of a macro.
pub(super) struct BodyLabel {
    pub(super) span: Span,
    pub(super) within: usize,
}

/// A word that may be a use of a name.
#[derive(Clone, Copy)]
pub(super) struct NameUse {
    pub(super) span: Span,
    /// The unit that reads the file first.
    pub(super) unit: usize,
    /// The macro whose body it stands in.
    pub(super) within: Option<usize>,
    pub(super) role: UseRole,
}

/// The position of a word in its line, which says what it can mean.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum UseRole {
    /// The first word of a statement: a macro, or text that stands for something.
    First,
    /// An operand of an instruction or a value: a label, if nothing else.
    Operand,
    /// The operand of an instruction that calls.
    Called,
    /// Something that need not be defined.
    Loose,
}

/// The facts found, before names are looked up.
#[derive(Default)]
pub(super) struct SourceSurvey {
    pub(super) statements: Vec<OutlineStatement>,
    pub(super) macros: Vec<OutlineMacro>,
    pub(super) equivalents: Vec<OutlineEquivalent>,
    pub(super) includes: Vec<OutlineInclude>,
    pub(super) body_labels: Vec<BodyLabel>,
    pub(super) uses: Vec<NameUse>,
    /// The units that read each file.
    pub(super) readers: Vec<Vec<usize>>,
}

/// Goes through all files that the units read, each once.
pub(super) fn survey(layout: &LayoutPass) -> SourceSurvey {
    let sources = layout.store.sources;
    let mut surveyor = Surveyor {
        sources,
        dialect: layout.options.dialect,
        found: SourceSurvey::default(),
        unit: 0,
        open: None,
    };
    let mut is_known = vec![false; sources.len()];
    for (unit, root) in layout.units.iter().map(|unit| unit.root).enumerate() {
        surveyor.unit = unit;
        let mut waiting = vec![root];
        while let Some(file) = waiting.pop() {
            // The text is the same however often it is included; this also ends cycles.
            if std::mem::replace(&mut is_known[file.index()], true) {
                continue;
            }
            let first = surveyor.found.includes.len();
            surveyor.file(file);
            // Backwards, as the last is taken first: files are visited in the order of their
            // includes.
            let included = surveyor.found.includes[first..].iter().rev();
            waiting.extend(included.filter_map(|include| include.file));
        }
    }
    surveyor.found.readers = readers(layout, &surveyor.found.includes);
    surveyor.found
}

/// The units that read each file, themselves or through others.
fn readers(layout: &LayoutPass, includes: &[OutlineInclude]) -> Vec<Vec<usize>> {
    let files = layout.store.sources.len();
    let mut included = vec![Vec::new(); files];
    for include in includes {
        included[include.span.file.index()].extend(include.file);
    }
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); files];
    for (unit, root) in layout.units.iter().map(|unit| unit.root).enumerate() {
        let mut waiting = vec![root];
        while let Some(file) = waiting.pop() {
            let known = &mut readers[file.index()];
            // Units come in ascending order, so the last entry says whether this one is listed.
            if known.last() != Some(&unit) {
                known.push(unit);
                waiting.extend(&included[file.index()]);
            }
        }
    }
    readers
}

struct Surveyor<'a> {
    sources: &'a SourceSet,
    dialect: Dialect,
    found: SourceSurvey,
    unit: usize,
    /// The macro being defined.
    open: Option<usize>,
}

/// The line at hand.
struct SurveyLine<'a> {
    file: FileId,
    start: u32,
    text: &'a str,
}

impl<'a> SurveyLine<'a> {
    fn span(&self, from: SourceToken, to: SourceToken) -> Span {
        Span { file: self.file, start: self.start + from.start, end: self.start + to.end }
    }

    fn token(&self, token: SourceToken) -> Span {
        self.span(token, token)
    }

    fn word(&self, token: SourceToken) -> &'a str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }
}

impl<'a> Surveyor<'a> {
    fn file(&mut self, file: FileId) {
        let source = self.sources.file(file);
        let mut in_comment = false;
        let mut tokens = Vec::new();
        for &(start, end) in source.lines() {
            let line =
                SurveyLine { file, start, text: &source.text()[start as usize..end as usize] };
            tokens.clear();
            // Lexed again instead of taken from the store, whose tokens are those after `.eqv` and
            // lack the `.include` lines: an outline is about what the user wrote.
            lexer::lex(line.text, self.dialect, &mut in_comment, &mut tokens);
            tokens.retain(|token| token.kind != TokenKind::Comment);
            self.line(&line, &tokens);
            if let Some(open) = self.open {
                self.found.macros[open].body.end = end;
            }
            // First token only: after a label it is text of the body, as for the assembler.
            if tokens.first().is_some_and(|&token| directive(token) == Some(Directive::EndMacro)) {
                self.open = None;
            }
        }
        self.open = None;
    }

    fn line(&mut self, line: &SurveyLine<'a>, tokens: &[SourceToken]) {
        let mut rest = tokens;
        while let [name, colon, after @ ..] = rest
            && name.is_name()
            && colon.kind == TokenKind::Colon
        {
            if let Some(within) = self.open {
                self.found.body_labels.push(BodyLabel { span: line.token(*name), within });
            }
            rest = after;
        }
        let (Some(&first), Some(&last)) = (rest.first(), rest.last()) else { return };
        let is_assignment = rest.get(1).is_some_and(|token| token.kind == TokenKind::Equals);
        let kind = match first.kind {
            TokenKind::Directive => StatementKind::Directive,
            _ if is_assignment => StatementKind::Directive,
            TokenKind::Mnemonic => StatementKind::Instruction,
            _ => StatementKind::Other,
        };
        self.found.statements.push(OutlineStatement {
            span: line.span(first, last),
            kind,
            address: None,
            form: None,
        });
        match directive(first) {
            Some(directive) => self.directive(line, directive, rest),
            None if is_assignment => self.equivalent(line, first, &rest[2..]),
            None => self.plain(line, rest),
        }
    }

    fn directive(&mut self, line: &SurveyLine<'a>, directive: Directive, tokens: &[SourceToken]) {
        let operands = &tokens[1..];
        match (directive, operands) {
            (Directive::Macro, [name, parameters @ ..]) => {
                self.begin(line, tokens, *name, parameters);
            }
            (Directive::Eqv, [name, value @ ..]) => self.equivalent(line, *name, value),
            (Directive::Include, [name, ..]) if name.kind == TokenKind::String => {
                let including = self.sources.file(line.file).name();
                let path =
                    resolve_include(including, lexer::file_name(*name, line.text, self.dialect));
                let file = self.sources.id(&path);
                self.found.includes.push(OutlineInclude { span: line.token(*name), path, file });
            }
            (Directive::Macro | Directive::EndMacro | Directive::Eqv | Directive::Include, _) => {}
            (Directive::Word | Directive::Half | Directive::Byte | Directive::Globl, operands) => {
                self.uses(line, operands, UseRole::Operand);
            }
            (_, operands) => self.uses(line, operands, UseRole::Loose),
        }
    }

    fn begin(
        &mut self,
        line: &SurveyLine<'a>,
        tokens: &[SourceToken],
        name: SourceToken,
        parameters: &[SourceToken],
    ) {
        let is_listed = |token: &&SourceToken| is_parameter(**token, line.text);
        let listed = |&token: &SourceToken| (line.word(token).to_owned(), line.token(token));
        self.open = Some(self.found.macros.len());
        self.found.macros.push(OutlineMacro {
            name: line.word(name).to_owned(),
            parameters: parameters.iter().filter(is_listed).map(listed).collect(),
            span: line.token(name),
            body: line.span(tokens[0], tokens[tokens.len() - 1]),
        });
    }

    fn equivalent(&mut self, line: &SurveyLine<'a>, name: SourceToken, value: &[SourceToken]) {
        let text = match (value.first(), value.last()) {
            (Some(from), Some(to)) => {
                line.text.get(from.start as usize..to.end as usize).unwrap_or("").to_owned()
            }
            _ => String::new(),
        };
        let span = line.token(name);
        self.found.equivalents.push(OutlineEquivalent {
            name: line.word(name).to_owned(),
            text,
            span,
        });
        self.uses(line, value, UseRole::Loose);
    }

    /// An instruction, a macro call, or values without their directive.
    fn plain(&mut self, line: &SurveyLine<'a>, tokens: &[SourceToken]) {
        let [first, operands @ ..] = tokens else { return };
        if first.kind != TokenKind::Mnemonic {
            self.uses(line, &tokens[..1], UseRole::First);
            self.uses(line, operands, UseRole::Loose);
            return;
        }
        let calls = Mnemonic::from_index(first.value as usize)
            .is_some_and(|mnemonic| matches!(mnemonic.name(), "jal" | "bgezal" | "bltzal"));
        let role = if calls { UseRole::Called } else { UseRole::Operand };
        self.uses(line, operands, role);
    }

    fn uses(&mut self, line: &SurveyLine<'a>, tokens: &[SourceToken], role: UseRole) {
        for &token in tokens {
            let role = match token.kind {
                // `$name` may be a macro parameter or a mistyped register, so it need not be
                // defined.
                TokenKind::Identifier if !line.word(token).starts_with('$') => role,
                TokenKind::Identifier | TokenKind::Parameter | TokenKind::Mnemonic => {
                    UseRole::Loose
                }
                _ => continue,
            };
            let (unit, within) = (self.unit, self.open);
            self.found.uses.push(NameUse { span: line.token(token), unit, within, role });
        }
    }
}

fn directive(token: SourceToken) -> Option<Directive> {
    let row = match token.kind {
        TokenKind::Directive => directives::DIRECTIVES.get(token.value as usize),
        _ => None,
    };
    row.map(|row| row.directive.canonical())
}
