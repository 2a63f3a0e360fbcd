//! Giving a label, a macro, a parameter or a name for a text another name.

use std::fmt;

use jetan_asm::outline::{ReferenceTarget, SymbolKind};
use jetan_asm::problem::Severity;
use jetan_asm::token::TokenKind;
use jetan_asm::{FileId, Span, lexer};

use crate::position::apply;
use crate::{Analysis, SourceEdit};

/// Why something cannot be renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenameError {
    /// No name that is defined stands there.
    NoName,
    /// The label came out of a macro call, which gave it its name.
    MadeByMacro,
    /// The new name is not a valid name.
    Invalid(String),
    /// The new name is that of an instruction, a directive or a register.
    Reserved(String),
    /// The new name is defined already, in the same file or for all.
    Taken(String, Span),
    /// The program would not be the same afterwards.
    ChangesProgram,
}

impl fmt::Display for RenameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenameError::NoName => write!(f, "there is no name to change here"),
            RenameError::MadeByMacro => write!(f, "a macro call made this label: rename it there"),
            RenameError::Invalid(name) => write!(
                f,
                "`{name}` is not a valid name: names are made of letters, digits, `_` and `.`, and \
                 do not start with a digit"
            ),
            RenameError::Reserved(name) => write!(f, "`{name}` means something to the assembler"),
            RenameError::Taken(name, _) => write!(f, "there is a `{name}` already"),
            RenameError::ChangesProgram => {
                write!(f, "the program would not be the same afterwards")
            }
        }
    }
}

impl std::error::Error for RenameError {}

impl Analysis {
    /// The name at an offset that can be changed.
    pub fn renamable(&self, file: FileId, offset: u32) -> Result<Span, RenameError> {
        let occurrence = self.names.at(file, offset).ok_or(RenameError::NoName)?;
        let written = self.sources.text(occurrence.span);
        match occurrence.target {
            ReferenceTarget::Nothing => Err(RenameError::NoName),
            target if self.definition_name(target) != Some(written) => {
                Err(RenameError::MadeByMacro)
            }
            _ => Ok(occurrence.span),
        }
    }

    /// The edits that give what is named at an offset another name, in all files.
    ///
    /// The sign in front of a macro's parameter may be left out. That nothing else changes is not
    /// only reasoned about: the changed sources are assembled and compared.
    pub fn rename(
        &self,
        file: FileId,
        offset: u32,
        name: &str,
    ) -> Result<Vec<SourceEdit>, RenameError> {
        let span = self.renamable(file, offset)?;
        let target = self.names.at(file, offset).map_or(ReferenceTarget::Nothing, |one| one.target);
        let old = self.sources.text(span);
        let name = match target {
            ReferenceTarget::Parameter(..) if !name.starts_with(['%', '$']) => format!("%{name}"),
            _ => name.to_owned(),
        };
        self.check_name(&name, target)?;
        // Checked before `taken`, which would find the name itself.
        if name == old {
            return Ok(Vec::new());
        }
        if let Some(taken) = self.taken(&name, target, file) {
            return Err(RenameError::Taken(name, taken));
        }
        let places = self.names.of_target(target).map(|one| one.span);
        let edits: Vec<SourceEdit> = places
            // Whoever names what a macro call made of it spells another word, which stays.
            .filter(|span| self.sources.text(*span) == old)
            .map(|span| SourceEdit { span, text: name.clone() })
            .collect();
        if self.is_same_program(&edits) { Ok(edits) } else { Err(RenameError::ChangesProgram) }
    }

    /// The name that the definition of something has in the text.
    fn definition_name(&self, target: ReferenceTarget) -> Option<&str> {
        let outline = &self.outline;
        Some(match target {
            ReferenceTarget::Symbol(idx) => &outline.symbols[idx].name,
            ReferenceTarget::Macro(idx) => &outline.macros[idx].name,
            ReferenceTarget::Parameter(idx, parameter) => {
                &outline.macros[idx].parameters[parameter].0
            }
            ReferenceTarget::Equivalent(idx) => &outline.equivalents[idx].name,
            ReferenceTarget::Nothing => return None,
        })
    }

    fn check_name(&self, name: &str, target: ReferenceTarget) -> Result<(), RenameError> {
        let mut tokens = Vec::new();
        lexer::lex(name, self.options.dialect, &mut false, &mut tokens);
        let [token] = tokens[..] else { return Err(RenameError::Invalid(name.to_owned())) };
        // A name with blanks around it would be typed into the text with them.
        let is_whole = token.start == 0 && token.end as usize == name.len();
        let is_parameter = matches!(target, ReferenceTarget::Parameter(..));
        match token.kind {
            TokenKind::Parameter if is_whole && is_parameter => Ok(()),
            TokenKind::Identifier if is_whole && (name.starts_with('$') == is_parameter) => Ok(()),
            TokenKind::Mnemonic
            | TokenKind::Directive
            | TokenKind::Register
            | TokenKind::FloatRegister
            // MARS: `NaN` and `Infinity` are numbers.
            | TokenKind::Real
                if name.starts_with(|c: char| !c.is_ascii_digit()) =>
            {
                Err(RenameError::Reserved(name.to_owned()))
            }
            _ => Err(RenameError::Invalid(name.to_owned())),
        }
    }

    /// The existing definition that the renamed one would clash with.
    fn taken(&self, name: &str, target: ReferenceTarget, file: FileId) -> Option<Span> {
        let outline = &self.outline;
        if let ReferenceTarget::Parameter(idx, _) = target {
            let mut parameters = outline.macros[idx].parameters.iter();
            return parameters.find(|(other, _)| other == name).map(|(_, span)| *span);
        }
        let root = self.names.root(file);
        let is_global =
            matches!(target, ReferenceTarget::Symbol(idx) if outline.symbols[idx].root.is_none());
        let symbols = outline.symbols.iter().filter(|symbol| symbol.kind != SymbolKind::InMacro);
        let symbols = symbols.map(|symbol| (&symbol.name, symbol.span, symbol.root));
        let texts = (outline.macros.iter().map(|one| (&one.name, one.span)))
            .chain(outline.equivalents.iter().map(|one| (&one.name, one.span)))
            .map(|(name, span)| (name, span, self.names.root(span.file)));
        let meets =
            |other_root: Option<FileId>| is_global || other_root.is_none() || other_root == root;
        symbols
            .chain(texts)
            .find(|(other, _, other_root)| *other == name && meets(*other_root))
            .map(|(_, span, _)| span)
    }

    /// Whether the sources make the same program after some edits, or at least no more mistakes.
    fn is_same_program(&self, edits: &[SourceEdit]) -> bool {
        // An edited text is UTF-8, so that strings of other encodings change by that alone.
        let is_foreign = |file| self.sources.file(file).windows_1252().is_some();
        let again = self.sources.ids().any(is_foreign).then(|| self.with_edits(&[]));
        let before = again.as_ref().unwrap_or(self);
        let changed = self.with_edits(edits);
        let errors = |analysis: &Analysis| {
            let all = analysis.diagnostics.iter();
            all.filter(|diagnostic| diagnostic.severity() == Severity::Error).count()
        };
        match (&before.program, &changed.program) {
            // The bytes are compared, and not the symbols, whose names are meant to differ.
            (Some(before), Some(after)) => before.image == after.image,
            (Some(_), None) => false,
            (None, _) => errors(&changed) <= errors(before),
        }
    }

    /// An analysis of the sources with edits carried out, all of them in UTF-8.
    fn with_edits(&self, edits: &[SourceEdit]) -> Analysis {
        let sources = &self.sources;
        let mut changed = sources.clone();
        for file in sources.ids() {
            let own: Vec<SourceEdit> =
                edits.iter().filter(|edit| edit.span.file == file).cloned().collect();
            let source = sources.file(file);
            if !own.is_empty() || source.windows_1252().is_some() {
                changed.replace(file, apply(source.text(), &own).as_bytes());
            }
        }
        // Without the pack, which only hovers and proposals read.
        Analysis::new(changed, &self.options, None)
    }
}
