//! The texts that are open in the editor.

use std::collections::BTreeMap;

use jetan_ide::position::{EditorPosition, text_offset};
use lsp_types::{TextDocumentContentChangeEvent, Uri};

use crate::limits::{DOCUMENT_BYTES_MAX, DOCUMENTS_MAX, TEXT_BYTES_MAX};

/// A text that somebody edits.
#[derive(Clone, Debug)]
pub(crate) struct OpenDocument {
    /// The URI as the client writes it.
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) text: String,
}

/// Open documents by canonical name.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenDocuments {
    all: BTreeMap<String, OpenDocument>,
}

impl OpenDocuments {
    pub(crate) fn get(&self, name: &str) -> Option<&OpenDocument> {
        self.all.get(name)
    }

    /// The names, in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.all.keys()
    }

    /// Opens a document, or opens it again with another text.
    pub(crate) fn open(&mut self, name: String, document: OpenDocument) -> Result<(), String> {
        self.check_room(&name, document.text.len())?;
        self.all.insert(name, document);
        Ok(())
    }

    pub(crate) fn close(&mut self, name: &str) -> Result<(), String> {
        self.all.remove(name).map(|_| ()).ok_or_else(|| format!("{name}: this file is not open"))
    }

    /// Applies changes, each to the text that the ones before it have left.
    ///
    /// All or nothing: a text after half of the changes is not one that the client ever had.
    pub(crate) fn change(
        &mut self,
        name: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> Result<(), String> {
        let document = self.all.get(name);
        let document = document.ok_or_else(|| format!("{name}: this file is not open"))?;
        let mut text = document.text.clone();
        for change in changes {
            let Some(range) = change.range else {
                text = change.text;
                continue;
            };
            let place = |at: lsp_types::Position| {
                text_offset(&text, EditorPosition { line: at.line, column: at.character })
            };
            let (start, end) = (place(range.start), place(range.end));
            if end < start {
                return Err(format!("{name}: a change ends before it begins"));
            }
            text.replace_range(start..end, &change.text);
            // Within the loop, so that a list of changes cannot grow a text without bound.
            self.check_room(name, text.len())?;
        }
        self.check_room(name, text.len())?;
        if let Some(document) = self.all.get_mut(name) {
            document.text = text;
            document.version = version;
        }
        Ok(())
    }

    /// Whether there is room for a text in place of the one that a document has.
    fn check_room(&self, name: &str, bytes: usize) -> Result<(), String> {
        let others = self.all.iter().filter(|(other, _)| *other != name);
        let (count, total) =
            others.fold((0, bytes), |(count, total), (_, one)| (count + 1, total + one.text.len()));
        if bytes > DOCUMENT_BYTES_MAX {
            let most = DOCUMENT_BYTES_MAX >> 20;
            return Err(format!("{name}: this file is larger than {most} MiB"));
        }
        if total > TEXT_BYTES_MAX || count >= DOCUMENTS_MAX {
            return Err(format!("{name}: too many files are open"));
        }
        Ok(())
    }
}
