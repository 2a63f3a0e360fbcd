//! Answers to requests, a file for each kind of question.

pub(crate) mod calls;
pub(crate) mod changes;
pub(crate) mod completion;
pub(crate) mod names;
pub(crate) mod outline;
pub(crate) mod reading;
pub(crate) mod tokens;

use jetan_asm::{FileId, SourceSet};
use jetan_ide::Analysis;
use lsp_server::{ErrorCode, RequestId, Response};
use lsp_types::{Position, TextDocumentPositionParams, Uri};

use crate::capabilities::ClientAbilities;
use crate::convert::{self, UriBook};
use crate::documents::OpenDocuments;
use crate::file_access::FileAccess;
use crate::file_names::FileNames;
use crate::programs::{OpenProgram, OpenPrograms};

/// A refusal.
#[derive(Debug)]
pub(crate) struct AnswerError {
    code: ErrorCode,
    message: String,
}

impl AnswerError {
    /// The request makes sense and cannot be done.
    pub(crate) fn failed(message: impl Into<String>) -> AnswerError {
        AnswerError { code: ErrorCode::RequestFailed, message: message.into() }
    }

    pub(crate) fn params(error: &serde_json::Error) -> AnswerError {
        AnswerError { code: ErrorCode::InvalidParams, message: error.to_string() }
    }

    pub(crate) fn unknown_method(method: &str) -> AnswerError {
        // A method is any text of the client; a message must stay a line.
        let method: String = method.chars().take(100).collect();
        let message = format!("there is no request `{method}`");
        AnswerError { code: ErrorCode::MethodNotFound, message }
    }

    pub(crate) fn response(self, id: RequestId) -> Response {
        Response::new_err(id, self.code as i32, self.message)
    }
}

/// Everything that an answer is made of.
pub(crate) struct AnswerContext<'s> {
    pub(crate) documents: &'s OpenDocuments,
    pub(crate) names: &'s FileNames,
    /// As of the texts of the documents.
    pub(crate) programs: &'s OpenPrograms,
    pub(crate) client: ClientAbilities,
    pub(crate) files: &'s mut dyn FileAccess,
}

/// A file that is asked about, in its program.
pub(crate) struct AskedFile<'s> {
    pub(crate) program: &'s OpenProgram,
    pub(crate) file: FileId,
}

impl<'s> AskedFile<'s> {
    pub(crate) fn analysis(&self) -> &'s Analysis {
        &self.program.analysis
    }

    pub(crate) fn sources(&self) -> &'s SourceSet {
        self.program.analysis.sources()
    }

    /// The byte at a position.
    pub(crate) fn offset(&self, at: Position) -> u32 {
        convert::offset(self.sources(), self.file, at)
    }

    /// The lines of a range, counted from 0.
    pub(crate) fn lines(range: lsp_types::Range) -> std::ops::Range<u32> {
        // A range that ends before the first character of a line does not touch that line.
        let is_before = range.end.character == 0 && range.end.line > range.start.line;
        let end = if is_before { range.end.line } else { range.end.line.saturating_add(1) };
        range.start.line..end
    }
}

impl<'s> AnswerContext<'s> {
    /// The program of a file that is open, or that an open one includes.
    pub(crate) fn file(&self, uri: &Uri) -> Result<AskedFile<'s>, AnswerError> {
        let found = self.programs.of(&self.names.of_uri(uri));
        let (program, file) =
            found.ok_or_else(|| AnswerError::failed("this file is not open and not included"))?;
        Ok(AskedFile { program, file })
    }

    /// The same, and the byte at a position.
    pub(crate) fn place(
        &self,
        at: &TextDocumentPositionParams,
    ) -> Result<(AskedFile<'s>, u32), AnswerError> {
        let asked = self.file(&at.text_document.uri)?;
        let offset = asked.offset(at.position);
        Ok((asked, offset))
    }

    pub(crate) fn book(&self) -> UriBook<'s> {
        UriBook { documents: self.documents, names: self.names }
    }
}
