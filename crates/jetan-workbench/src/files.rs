//! The folder and the programs that come with Jetan.

use jetan_asm::SourceSet;
use jetan_wire::{
    Encoding, Event, ExampleGroup, ExampleGroups, FailureCode, FileChanged, FileList, FileRead,
    FileText, InFile, Nothing, OpenExample, OpenableProgram, RunOptions, Save, SavedStamp,
};

use crate::examples::{self, ShippedExample};
use crate::host::{FolderError, FolderListing, StoredFile, WorkbenchHost};
use crate::limits::{DOCUMENT_BYTES_MAX, PATH_CHARS_MAX};
use crate::message::{DONE, RequestAnswer, RequestError};
use crate::workbench::RequestContext;

/// A path that may be asked for; whether it leads out of the folder is the host's to know.
pub(crate) fn check_path(path: &str) -> Result<(), RequestError> {
    // Control characters would reach logs and terminals of the host through its messages.
    let is_plain = !path.is_empty() && !path.contains(|c: char| c.is_control());
    if is_plain && path.chars().count() <= PATH_CHARS_MAX {
        return Ok(());
    }
    Err(RequestError::new(
        FailureCode::BadRequest,
        "a path has 1 to 1024 characters, none of them hidden",
    ))
}

/// The bytes of a source that is not open: of the folder, or of an example.
pub(crate) fn source(carrier: &mut dyn WorkbenchHost, path: &str) -> Result<Vec<u8>, FolderError> {
    match carrier.read(path) {
        Ok(stored) => Ok(stored.bytes),
        // The folder first: a file that somebody has saved under the path of an example is the one
        // that is meant.
        Err(trouble) => match examples::text(path) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => Err(trouble),
        },
    }
}

pub(crate) fn list(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer<FileList> {
    let FolderListing { files, is_cut, unusable } = context.carrier.list()?;
    Ok(FileList { files, is_cut, unusable })
}

pub(crate) fn read(context: &mut RequestContext<'_>, file: InFile) -> RequestAnswer<FileRead> {
    check_path(&file.path)?;
    let StoredFile { bytes, stamp, is_read_only } = context.carrier.read(&file.path)?;
    // The host has its own bound, but hosts differ; what is larger could not be opened as a
    // document.
    if bytes.len() > DOCUMENT_BYTES_MAX {
        return Err(FolderError::TooLarge.into());
    }
    // Refused before decoding: windows-1252 has a character for nearly every byte, so that any
    // picture would become a text.
    if bytes.contains(&0) {
        return Err(RequestError::new(
            FailureCode::NotAllowed,
            "this is not a text file: it contains zero bytes",
        ));
    }
    // The assembler's reader knows how sources are encoded.
    let mut set = SourceSet::default();
    let id = set.add(&file.path, &bytes);
    let source = set.file(id);
    let is_old = source.windows_1252().is_some();
    let encoding = if is_old { Encoding::Windows1252 } else { Encoding::Utf8 };
    // Noted on reading, so that `focus` can tell a change on disk from the text that the client
    // has.
    context.bench.documents.note_stamp(&file.path, &stamp);
    Ok(FileRead { text: source.text().to_owned(), stamp, encoding, is_read_only })
}

pub(crate) fn save(context: &mut RequestContext<'_>, file: Save) -> RequestAnswer<SavedStamp> {
    check_path(&file.path)?;
    if file.text.len() > DOCUMENT_BYTES_MAX {
        return Err(FolderError::TooLarge.into());
    }
    // The stamp is compared by the host in the same call that writes; comparing it here would leave
    // a gap for somebody else to write in.
    let stamp = context.carrier.save(&file.path, file.text.as_bytes(), file.stamp.as_deref())?;
    context.bench.documents.note_stamp(&file.path, &stamp);
    Ok(SavedStamp { stamp })
}

/// Looks whether open documents have changed on disk.
pub(crate) fn focus(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer {
    for (path, known) in context.bench.documents.stamps() {
        let now = match context.carrier.read(&path) {
            Ok(stored) => Some(stored.stamp),
            Err(FolderError::Missing) => None,
            // A file that cannot be read just now (a mount that is gone, a lock) is not reported as
            // changed.
            Err(_) => continue,
        };
        if now.as_deref() == Some(known.as_str()) {
            continue;
        }
        // An empty stamp for a file that is gone: it is reported once, and again when it comes
        // back.
        context.bench.documents.note_stamp(&path, now.as_deref().unwrap_or_default());
        context.bench.send(Event::FileChanged(FileChanged { path, stamp: now }));
    }
    DONE
}

fn wire(example: &ShippedExample) -> jetan_wire::Example {
    jetan_wire::Example {
        id: example.id.to_owned(),
        title: example.title.to_owned(),
        summary: example.summary.to_owned(),
        project: example.project.map(|project| project.typed().to_owned()),
    }
}

pub(crate) fn examples(_: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer<ExampleGroups> {
    let group = |title: &str, list: &[ShippedExample]| ExampleGroup {
        title: title.to_owned(),
        examples: list.iter().map(wire).collect(),
    };
    let groups = vec![group("Projects", examples::PROJECTS), group("Examples", examples::OTHERS)];
    Ok(ExampleGroups { groups })
}

pub(crate) fn open_example(
    _: &mut RequestContext<'_>,
    wanted: OpenExample,
) -> RequestAnswer<OpenableProgram> {
    let missing = || RequestError::new(FailureCode::NoFile, "there is no example of this name");
    let example = examples::find(&wanted.example).ok_or_else(missing)?;
    let sources = example.sources();
    let file = |id| {
        let file = sources.file(id);
        FileText { path: file.name().to_owned(), text: file.text().to_owned() }
    };
    let options = RunOptions {
        // Several files start at `main` wherever it is; a single file starts at its first
        // instruction, as in MARS.
        start_at_main: example.is_project(),
        stdin: example.input.map(str::to_owned),
        ends_input: example.input.is_some(),
        ..RunOptions::default()
    };
    let roots = example.roots.iter().map(|root| (*root).to_owned()).collect();
    Ok(OpenableProgram { files: sources.ids().map(file).collect(), roots, options })
}
