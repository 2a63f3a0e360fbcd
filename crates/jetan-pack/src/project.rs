//! Reads `jetan.toml`: which sources of a folder are one program, and how it is run.

use std::ops::Range;

use jetan_isa::MemoryMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{PackError, PackErrors};
use crate::fields::{SpannedValue, TableReader, mismatch};
use crate::{codes, settings, shipped};

/// The name of the file, in the folder of the program or above it.
pub const PROJECT_FILE: &str = "jetan.toml";
/// The most sources of a program that are listed.
const FILES_MAX: usize = 200;
/// The most bytes of the file.
const PROJECT_BYTES_MAX: usize = 1 << 16;
/// The most folders above a source that are looked into.
const FOLDERS_MAX: usize = 8;

const KEYS: &[&str] = &["main", "files", "pack", "memory", "start-at-main"];

/// The settings that a project file has for its program. Nothing is chosen in an empty one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectSettings {
    /// The pack that is used if the sources name none.
    pub pack: Option<String>,
    /// The memory configuration.
    pub memory: Option<MemoryMap>,
    /// Whether the program starts at `main`; always if several sources are listed.
    pub start_at_main: bool,
}

/// A project file, with names as those who asked for it write them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectFile {
    /// The name of the file.
    pub name: String,
    /// The content of the file.
    pub text: String,
    /// The sources of the program, the main file first; empty if the rules of the folder decide.
    pub roots: Vec<String>,
    /// The settings of the program. Those of a file with mistakes are empty.
    pub settings: ProjectSettings,
    /// Everything that is wrong with the file.
    pub errors: Vec<PackError>,
}

/// Reads files by name; none for those that are not there or cannot be read.
pub type ProjectReader<'r> = dyn FnMut(&str) -> Option<Vec<u8>> + 'r;

impl ProjectFile {
    /// The project file that a source belongs to: the one in its folder, or the nearest above.
    ///
    /// A file above is about sources that it lists, which the caller has to look at.
    pub fn above(source: &str, read: &mut ProjectReader<'_>) -> Option<ProjectFile> {
        // The top of whole paths is not the folder that other names begin in.
        let is_whole = source.starts_with('/') || source.contains(':');
        let mut folder = parent(source)?;
        for _ in 0..FOLDERS_MAX {
            if is_whole && folder.is_empty() {
                return None;
            }
            if let Some(found) = ProjectFile::of_folder(folder, read) {
                return Some(found);
            }
            folder = parent(folder)?;
        }
        None
    }

    /// The project file of a folder; the empty name is the folder that names begin in.
    pub fn of_folder(folder: &str, read: &mut ProjectReader<'_>) -> Option<ProjectFile> {
        let name = joined(folder, PROJECT_FILE);
        let bytes = read(&name)?;
        let mistakes = PackErrors::default();
        let text = match String::from_utf8(bytes) {
            Ok(text) if text.len() <= PROJECT_BYTES_MAX => text,
            Ok(_) => refused(&mistakes, "a project file has at most 64 KiB"),
            Err(_) => refused(&mistakes, "this is not a text in UTF-8"),
        };
        let (mut roots, mut settings) = contents(&text, folder, &mistakes, read);
        let errors = mistakes.placed(&text);
        if !errors.is_empty() {
            // Half of what somebody meant would be a third program, which nobody means.
            (roots, settings) = (Vec::new(), ProjectSettings::default());
        }
        Some(ProjectFile { name, text, roots, settings, errors })
    }

    /// The settings for a program that begins with a source: one that is listed, or one beside a
    /// file that lists none.
    pub fn settings_of(&self, source: &str) -> Option<&ProjectSettings> {
        let is_beside = parent(source) == parent(&self.name);
        let is_meant = if self.roots.is_empty() {
            is_beside
        } else {
            self.roots.iter().any(|root| root == source)
        };
        is_meant.then_some(&self.settings)
    }

    /// The first mistake with its file and line, for whoever has no better form.
    pub fn mistake(&self) -> Option<String> {
        let PackError { line, message, help, .. } = self.errors.first()?;
        let help = help.first().map(|help| format!("; {help}")).unwrap_or_default();
        Some(format!("{}: line {line}: {message}{help}", self.name))
    }
}

/// The reason why a file is not read at all, and no text.
fn refused(mistakes: &PackErrors, why: &str) -> String {
    mistakes.add(PackError::new(codes::BAD_VALUE, &(0..0), why));
    String::new()
}

/// The sources and the settings in a text.
fn contents(
    text: &str,
    folder: &str,
    mistakes: &PackErrors,
    read: &mut ProjectReader<'_>,
) -> (Vec<String>, ProjectSettings) {
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        // Some errors are about the whole text; they are shown at its start.
        let span = error.span().unwrap_or(0..0);
        let message = error.message().lines().next().unwrap_or_default();
        mistakes.add(PackError::new(codes::SYNTAX, &span, message));
    }
    let fields = TableReader::new(root.get_ref(), 0..0, mistakes);
    fields.allow_only(KEYS);
    let sources = sources(&fields);
    let mut roots = Vec::new();
    for SpannedValue { value, place } in sources {
        let name = joined(folder, value);
        if read(&name).is_none() {
            mistakes.add(bad(&place, format!("there is no file `{value}` that can be read")));
        }
        roots.push(name);
    }
    let settings = ProjectSettings {
        pack: fields.needed_if_there("pack").and_then(|pack| pack_name(&pack, folder, mistakes)),
        memory: settings::memory(&fields),
        start_at_main: start_at_main(&fields) || roots.len() > 1,
    };
    (roots, settings)
}

/// The sources as they are listed, the main file first.
fn sources<'t>(fields: &TableReader<'t>) -> Vec<SpannedValue<&'t str>> {
    let main = fields.needed_if_there("main");
    let listed = fields.list("files");
    if listed.len() > FILES_MAX {
        let message = format!("a program has at most {FILES_MAX} files here");
        fields.mistakes.add(bad(&fields.place, message));
        return Vec::new();
    }
    let mut sources: Vec<SpannedValue<&str>> = Vec::new();
    for source in main.into_iter().chain(listed.into_iter().filter_map(|one| file(one, fields))) {
        if !is_below(source.value) {
            let message = format!("`{}` is not a file of this folder", source.value);
            let error = bad(&source.place, message);
            fields.mistakes.add(error.help("name it as seen from here, with `/` between folders"));
            continue;
        }
        // The main file may stand in the list, too; any other file that does is a slip.
        match sources.iter().position(|known| known.value == source.value) {
            None => sources.push(source),
            Some(0) if fields.get("main").is_some() => {}
            Some(at) => {
                let message = format!("`{}` is listed twice", source.value);
                let error = PackError::new(codes::NAME_TWICE, &source.place, message);
                fields.mistakes.add(error.other(&sources[at].place, "listed here"));
            }
        }
    }
    sources
}

fn file<'t>(
    value: &'t Spanned<DeValue<'t>>,
    fields: &TableReader<'_>,
) -> Option<SpannedValue<&'t str>> {
    let name = value.get_ref().as_str();
    if name.is_none() {
        fields.mistakes.add(mismatch("files", "a list of texts in quotes", value));
    }
    name.map(|name| SpannedValue { value: name, place: value.span() })
}

/// A pack that comes with Jetan, or one in the folder of the project.
fn pack_name(pack: &SpannedValue<&str>, folder: &str, mistakes: &PackErrors) -> Option<String> {
    if shipped().iter().any(|(name, _)| *name == pack.value) {
        return Some(pack.value.to_owned());
    }
    if !is_below(pack.value) {
        let message = format!("`{}` is not a folder or file of this folder", pack.value);
        mistakes.add(bad(&pack.place, message));
        return None;
    }
    Some(joined(folder, pack.value))
}

fn start_at_main(fields: &TableReader) -> bool {
    let Some(value) = fields.get("start-at-main") else { return false };
    let chosen = value.get_ref().as_bool();
    if chosen.is_none() {
        fields.mistakes.add(mismatch("start-at-main", "`true` or `false`", value));
    }
    chosen.unwrap_or_default()
}

fn bad(place: &Range<usize>, message: impl Into<String>) -> PackError {
    PackError::new(codes::BAD_VALUE, place, message)
}

/// Whether a name stays in its folder: a project of others must not have any file of its choice
/// read.
fn is_below(name: &str) -> bool {
    let is_plain = |part: &str| !matches!(part, "" | "." | "..");
    !name.contains(['\\', ':']) && name.split('/').all(is_plain)
}

/// The folder of a file or folder; none above the top.
fn parent(name: &str) -> Option<&str> {
    match name.rsplit_once('/') {
        Some((folder, _)) => Some(folder),
        None => (!name.is_empty()).then_some(""),
    }
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
