//! Packs of the folder, and why a program is not loaded.

use std::sync::Arc;

use jetan_asm::SourceSet;
use jetan_isa::Pack;
use jetan_run::LoadError;
use jetan_run::loader::{PACK_FILE, PackText, PackTextSource};
use jetan_wire::{FailureCode, RunOptions};

use crate::documents::Documents;
use crate::files;
use crate::host::WorkbenchHost;
use crate::message::RequestError;
use crate::run::RunOptionsExt;

/// The largest text of a pack, in bytes.
const PACK_BYTES_MAX: usize = 1 << 20;
/// The most characters of a pack's name that are shown.
const NAME_CHARS: usize = 64;

/// Packs as files of the folder or as open documents: a name is a folder with a `pack.toml`, or
/// the file itself, as for `jetan run` in that folder.
struct FolderPacks<'f> {
    documents: &'f Documents,
    carrier: &'f mut dyn WorkbenchHost,
}

impl FolderPacks<'_> {
    /// The first of some files that is there, with its content.
    fn first(&mut self, files: &[String]) -> Option<(String, Vec<u8>)> {
        files.iter().find_map(|file| {
            // The name comes from a comment of a source, so it is checked like a path of a client.
            files::check_path(file).ok()?;
            Some((file.clone(), self.documents.bytes(file, self.carrier)?))
        })
    }
}

impl PackTextSource for FolderPacks<'_> {
    fn find(&mut self, name: &str) -> Result<Option<PackText>, String> {
        // The folder before the file: a folder and a file of one name cannot both exist, but a name
        // may already end in `pack.toml`.
        let files = [format!("{name}/{PACK_FILE}"), name.to_owned()];
        let Some((file, bytes)) = self.first(&files) else { return Ok(None) };
        if bytes.len() > PACK_BYTES_MAX {
            return Err(format!("{file}: a pack has at most 1 MiB"));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(PackText { file, text })),
            Err(_) => Err(format!("{file}: this is not a text in UTF-8")),
        }
    }

    /// One in the folder of the other, or beside that folder.
    fn find_extended(&mut self, file: &str, wanted: &str) -> Option<PackText> {
        // A name and not a path, as for packs in files.
        if wanted.contains(['/', '\\']) || wanted == ".." {
            return None;
        }
        let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| format!("{folder}/"));
        let own = folder(file).unwrap_or_default();
        // A pack in `a/pack.toml` extends `b` in `b/pack.toml`, which stands beside the folder and
        // not in it.
        let above = folder(own.trim_end_matches('/')).unwrap_or_default();
        let files = [own, above]
            .map(|base| [format!("{base}{wanted}/{PACK_FILE}"), format!("{base}{wanted}")]);
        let (file, bytes) = self.first(files.as_flattened())?;
        let text = String::from_utf8(bytes).ok().filter(|text| text.len() <= PACK_BYTES_MAX)?;
        Some(PackText { file, text })
    }
}

impl Documents {
    /// The pack that is chosen, that a source names, or that is usual for what is done.
    pub(crate) fn pack(
        &self,
        sources: &SourceSet,
        options: &RunOptions,
        usual: Option<&str>,
        carrier: &mut dyn WorkbenchHost,
    ) -> Result<Option<Arc<Pack>>, RequestError> {
        let mut shelf = FolderPacks { documents: self, carrier };
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
