//! The folder and the programs that come with Jetan.

use jetan_asm::SourceSet;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::carrier::{Carrier, Listing, Stored, Trouble};
use crate::examples::{self, Example};
use crate::limits::{DOCUMENT_BYTES_MAX, PATH_CHARS_MAX};
use crate::message::{Answer, Refusal};
use crate::request::Nothing;
use crate::workbench::Desk;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AtPath {
    path: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Save {
    path: String,
    text: String,
    stamp: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenExample {
    example: String,
}

/// A path that may be asked for; whether it leads out of the folder is the carrier's to know.
pub(crate) fn check_path(path: &str) -> Result<(), Refusal> {
    let is_plain = !path.is_empty() && !path.contains(|c: char| c.is_control());
    if is_plain && path.chars().count() <= PATH_CHARS_MAX {
        return Ok(());
    }
    Err(Refusal::new("bad-request", "a path has 1 to 1024 characters, none of them hidden"))
}

/// The bytes of a source that is not open: of the folder, or of an example.
pub(crate) fn source(carrier: &mut dyn Carrier, path: &str) -> Result<Vec<u8>, Trouble> {
    match carrier.read(path) {
        Ok(stored) => Ok(stored.bytes),
        Err(trouble) => match examples::text(path) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => Err(trouble),
        },
    }
}

pub(crate) fn list(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let Listing { files, is_cut, unusable } = desk.carrier.list()?;
    Ok(json!({"files": files, "isCut": is_cut, "unusable": unusable}))
}

pub(crate) fn read(desk: &mut Desk<'_>, file: AtPath) -> Answer {
    check_path(&file.path)?;
    let Stored { bytes, stamp, is_read_only } = desk.carrier.read(&file.path)?;
    if bytes.len() > DOCUMENT_BYTES_MAX {
        return Err(Trouble::TooLarge.into());
    }
    if bytes.contains(&0) {
        return Err(Refusal::new("not-allowed", "this is no text file: it has zero bytes in it"));
    }
    // The assembler's reader knows how sources are encoded.
    let mut set = SourceSet::default();
    let id = set.add(&file.path, &bytes);
    let source = set.file(id);
    let encoding = if source.windows_1252().is_some() { "windows-1252" } else { "utf-8" };
    desk.bench.documents.note_stamp(&file.path, &stamp);
    Ok(json!({
        "text": source.text(), "stamp": stamp, "encoding": encoding, "isReadOnly": is_read_only,
    }))
}

pub(crate) fn save(desk: &mut Desk<'_>, file: Save) -> Answer {
    check_path(&file.path)?;
    if file.text.len() > DOCUMENT_BYTES_MAX {
        return Err(Trouble::TooLarge.into());
    }
    let stamp = desk.carrier.save(&file.path, file.text.as_bytes(), file.stamp.as_deref())?;
    desk.bench.documents.note_stamp(&file.path, &stamp);
    Ok(json!({"stamp": stamp}))
}

/// Looks whether open documents have changed on disk.
pub(crate) fn focus(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    for (path, known) in desk.bench.documents.stamps() {
        let now = match desk.carrier.read(&path) {
            Ok(stored) => Some(stored.stamp),
            Err(Trouble::Missing) => None,
            Err(_) => continue,
        };
        if now.as_deref() == Some(known.as_str()) {
            continue;
        }
        desk.bench.documents.note_stamp(&path, now.as_deref().unwrap_or_default());
        let event = match now {
            Some(stamp) => json!({"path": path, "stamp": stamp}),
            None => json!({"path": path}),
        };
        desk.bench.send("fileChanged", event);
    }
    Ok(json!({}))
}

fn wire(example: &Example) -> Value {
    let mut wire = json!({"id": example.id, "title": example.title, "summary": example.summary});
    if let Some(project) = example.project {
        wire["project"] = Value::from(project.typed());
    }
    wire
}

pub(crate) fn examples(_: &mut Desk<'_>, _: Nothing) -> Answer {
    let of = |list: &[Example]| list.iter().map(wire).collect::<Vec<Value>>();
    Ok(json!({"groups": [
        {"title": "Projects", "examples": of(examples::PROJECTS)},
        {"title": "Examples", "examples": of(examples::OTHERS)},
    ]}))
}

pub(crate) fn open_example(_: &mut Desk<'_>, wanted: OpenExample) -> Answer {
    let missing = || Refusal::new("no-file", "there is no example of this name");
    let example = examples::find(&wanted.example).ok_or_else(missing)?;
    let sources = example.sources();
    let file = |id| {
        let file = sources.file(id);
        json!({"path": file.name(), "text": file.text()})
    };
    let files: Vec<Value> = sources.ids().map(file).collect();
    let mut options = json!({"startAtMain": example.is_project()});
    if let Some(input) = example.input {
        options["stdin"] = Value::from(input);
        options["endsInput"] = Value::from(true);
    }
    Ok(json!({"files": files, "roots": example.roots, "options": options}))
}
