//! Hover text for the word under the cursor.

mod instruction;
mod literal;
mod name;
mod register;

use jetan_asm::literal::StringForm;
use jetan_asm::token::{SourceToken, TokenKind};
use jetan_asm::{FileId, Span};
use jetan_isa::Directive;
use jetan_isa::directives::DirectiveRow;

use crate::Analysis;
use crate::line::{CursorLine, directive_row};
use crate::page::HoverPage;

pub(crate) use instruction::forms_page;
pub(crate) use name::heading;

/// A page about a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The word that is described.
    pub span: Span,
    /// The text to show.
    pub page: HoverPage,
}

impl Analysis {
    /// The page for the word at an offset: an instruction with its expansion, a directive, a
    /// register, a number in other bases, a service, or a name with its meaning. `None` in
    /// comments, between words and on unknown words.
    pub fn hover(&self, file: FileId, offset: u32) -> Option<Hover> {
        let line = self.line_at(file, offset);
        let column = line.column(offset);
        if line.is_comment(column) {
            return None;
        }
        // Commas and blanks are not tokens, so there is nothing to show between words.
        let at = line.token_at(column)?;
        let token = line.tokens[at];
        let page = self.page(&line, at)?;
        Some(Hover { span: line.place(token), page })
    }

    fn page(&self, line: &CursorLine, at: usize) -> Option<HoverPage> {
        let token = line.tokens[at];
        // A mnemonic may also be the name of a label, and a name may stand for anything.
        if let Some(page) = self.name_page(line, token) {
            return Some(page);
        }
        match token.kind {
            TokenKind::Mnemonic | TokenKind::Identifier if at == line.labels => {
                self.instruction_page(line)
            }
            TokenKind::Directive => directive_row(token).map(directive_page),
            TokenKind::Register => Some(self.register_page(line, at)),
            TokenKind::FloatRegister => register::float_page(token.value as u8),
            TokenKind::Integer | TokenKind::Character => Some(self.number_page(line, token)),
            TokenKind::Real => literal::real_page(line.word(token)),
            TokenKind::String if line.directive() == Some(Directive::Include) => {
                self.include_page(line, token)
            }
            TokenKind::String => {
                let file = self.sources.file(line.span.file);
                let form = StringForm::of(&self.options.dialect, file);
                Some(literal::string_page(line, token, form))
            }
            _ => None,
        }
    }

    fn number_page(&self, line: &CursorLine, token: SourceToken) -> HoverPage {
        // The number of a service says more than the same number in other bases.
        let number = || literal::number_page(line.word(token), token.value);
        self.service_of_number(line, token).unwrap_or_else(number)
    }

    fn include_page(&self, line: &CursorLine, token: SourceToken) -> Option<HoverPage> {
        let span = line.place(token);
        let include = self.outline.includes.iter().find(|include| include.span == span)?;
        let page = HoverPage::new(include.path.as_str(), "file");
        Some(match include.file {
            Some(file) => {
                let lines = self.sources.file(file).lines().len();
                page.text(if lines == 1 { "1 line".into() } else { format!("{lines} lines") })
            }
            None => page.text("It cannot be read."),
        })
    }
}

pub(crate) fn directive_page(row: &DirectiveRow) -> HoverPage {
    let statement = format!("{} {}", row.name, row.syntax);
    let mars = if row.is_extension { "MARS does not know it." } else { "" };
    HoverPage::new(statement.trim_end(), "directive").text(row.summary).text(mars).see(row.name)
}
