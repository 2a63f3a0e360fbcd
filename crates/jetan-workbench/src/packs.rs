//! Packs of the folder, and why a program is not loaded.

use std::sync::Arc;

use jetan_asm::SourceSet;
use jetan_isa::Pack;
use jetan_run::LoadError;
use jetan_run::folder_packs::FolderPacks;
use jetan_wire::{FailureCode, RunOptions};

use crate::documents::Documents;
use crate::files;
use crate::host::WorkbenchHost;
use crate::message::RequestError;
use crate::run::RunOptionsExt;

/// The most characters of a pack's name that are shown.
const NAME_CHARS: usize = 64;

impl Documents {
    /// The pack that is chosen, that a source names, or that is usual for what is done.
    pub(crate) fn pack(
        &self,
        sources: &SourceSet,
        options: &RunOptions,
        usual: Option<&str>,
        carrier: &mut dyn WorkbenchHost,
    ) -> Result<Option<Arc<Pack>>, RequestError> {
        let mut read = |file: &str| {
            // The name comes from a comment of a source, so it is checked like a path of a client.
            files::check_path(file).ok()?;
            self.bytes(file, carrier)
        };
        let mut shelf = FolderPacks { read: &mut read };
        let found = options.pack_choice(usual).find(sources, &mut shelf);
        found.map_err(|error| refusal(&error, sources))
    }
}

/// Why a program is not loaded, for the client.
pub(crate) fn refusal(error: &LoadError, sources: &SourceSet) -> RequestError {
    let (code, message) = match error {
        LoadError::NoPack { name } => {
            // The name is any text of a source's comment; a message must stay a line.
            let shown: String = name.chars().take(NAME_CHARS).collect();
            (FailureCode::BadRequest, format!("there is no pack `{shown}`"))
        }
        LoadError::ForeignPack { .. } => (FailureCode::NotAllowed, error.to_string()),
        LoadError::UnreadablePack { .. } => (FailureCode::NoFile, error.to_string()),
        LoadError::BadPack { text, errors } => {
            let place = errors.first().map(|first| format!("line {}: ", first.line));
            let first = errors.first().map_or("it cannot be read", |first| &first.message);
            let place = place.unwrap_or_default();
            (FailureCode::BadRequest, format!("{}: {place}{first}", text.file))
        }
        LoadError::Mistakes(_) | LoadError::NoInstructions(_) => {
            (FailureCode::NotAssembled, error.to_string())
        }
        LoadError::NotPermitted { violations, .. } => {
            // Only the first place: the message is one line, and all places are of the same kind.
            let place = violations.first().map(|first| {
                let file = sources.file(first.span.file);
                format!(" ({}, line {})", file.name(), file.locate(first.span.start).0)
            });
            let others = match violations.len().saturating_sub(1) {
                0 => String::new(),
                1 => ", and one other instruction".to_owned(),
                others => format!(", and {others} other instructions"),
            };
            let place = place.unwrap_or_default();
            (FailureCode::NotAllowed, format!("{error}{place}{others}"))
        }
        LoadError::DoesNotFit(_) => (FailureCode::NotNow, error.to_string()),
    };
    RequestError::new(code, message)
}
