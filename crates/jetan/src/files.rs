//! Finding and reading sources: single files, whole folders, standard input, and what they include.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use jetan_asm::SourceSet;
use jetan_asm::limits::FILE_BYTES_MAX;
use jetan_asm::source::Unreadable;

use crate::exit::{Exit, Failure};
use crate::java;

/// What standard input is called in messages.
const STANDARD_INPUT: &str = "<stdin>";

/// Writes a file as a whole or not at all: whoever looks never sees half of it.
///
/// A link goes on pointing where it does, and what is no file, a pipe or a device, is written to
/// as it is: it must not be replaced.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let told = |error| format!("{}: {error}", path.display());
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, bytes).map_err(told);
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = target.with_file_name(name);
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, &target)).map_err(|error| {
        // What could not be finished is of no use; it may not even be there.
        let _ = fs::remove_file(&part);
        told(error)
    })
}

/// A name that every shell leaves alone, and that was not given yet.
pub(crate) fn unused_name(name: &str, used: &mut BTreeSet<String>) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
    let plain: String = name.chars().map(plain).collect();
    let plain = plain.trim_start_matches('.').to_owned();
    let numbers = (2..).map(|number| format!("{number}_{plain}"));
    let mut names = std::iter::once(plain.clone()).chain(numbers);
    let name = names.find(|name| !name.is_empty() && !used.contains(name)).unwrap_or(plain);
    used.insert(name.clone());
    name
}

/// A file to assemble.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Root {
    /// Its name in messages, and the name its includes are resolved against.
    pub(crate) name: String,
    /// Where it is; `None` is standard input.
    pub(crate) path: Option<PathBuf>,
}

impl Root {
    /// The file somebody typed the name of; `-` is standard input.
    pub(crate) fn typed(path: &Path) -> Root {
        if path.as_os_str() == "-" {
            return Root { name: STANDARD_INPUT.to_owned(), path: None };
        }
        Root { name: path.to_string_lossy().into_owned(), path: Some(path.to_owned()) }
    }
}

/// The files meant by some names: a folder stands for the sources in it, and in project mode the
/// folder of the first file is added.
pub(crate) fn roots(typed: &[PathBuf], project: bool) -> Result<Vec<Root>, Failure> {
    let mut paths = Vec::new();
    for path in typed {
        if path.is_dir() {
            paths.extend(sources_in(path)?);
        } else {
            paths.push(path.clone());
        }
    }
    if project {
        let folder = match typed.first() {
            Some(first) if !first.is_dir() => first.parent().unwrap_or(Path::new("")),
            Some(_) => return Ok(unique(&paths)),
            None => Path::new(""),
        };
        paths.extend(sources_in(folder)?);
    }
    Ok(unique(&paths))
}

fn unique(paths: &[PathBuf]) -> Vec<Root> {
    let mut roots: Vec<Root> = Vec::new();
    for root in paths.iter().map(|path| Root::typed(path)) {
        if !roots.contains(&root) {
            roots.push(root);
        }
    }
    roots
}

/// The sources of a folder: `main.asm` first, the others in order of their names.
fn sources_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let here = Path::new(".");
    let listed = if folder.as_os_str().is_empty() { here } else { folder };
    let failed = |why: String| Failure::unreadable(format!("jetan: {}: {why}", listed.display()));
    let entries = fs::read_dir(listed).map_err(|error| failed(reason(&error)))?;
    let mut names: Vec<PathBuf> = entries
        .filter_map(|entry| Some(PathBuf::from(entry.ok()?.file_name())))
        .filter(|name| is_source(name) && listed.join(name).is_file())
        .collect();
    names.sort_by_key(|name| (name.as_os_str() != "main.asm", name.clone()));
    if names.is_empty() {
        return Err(failed("there is no .asm or .s file in this folder".to_owned()));
    }
    let in_folder = |name| if listed == here { name } else { folder.join(name) };
    Ok(names.into_iter().map(in_folder).collect())
}

/// Whether a file is a source by its name.
pub(crate) fn is_source(name: &Path) -> bool {
    let hidden = name.to_string_lossy().starts_with('.');
    let known = |extension: &std::ffi::OsStr| {
        extension.eq_ignore_ascii_case("asm") || extension.eq_ignore_ascii_case("s")
    };
    !hidden && name.extension().is_some_and(known)
}

/// Reads files and whatever they include. Every file that cannot be read is named.
pub(crate) fn load(roots: &[Root]) -> Result<SourceSet, Failure> {
    Ok(with_texts(roots, read_roots(roots)?))
}

/// The same, but includes are read only from the folders of the files and below.
///
/// A program that is checked may be somebody else's: what it includes would be shown in messages.
pub(crate) fn load_jailed(roots: &[Root]) -> Result<SourceSet, Failure> {
    let folder = |root: &Root| {
        let parent = root.path.as_ref()?.parent()?;
        let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
        parent.canonicalize().ok()
    };
    let folders: Vec<PathBuf> = roots.iter().filter_map(folder).collect();
    let read = |name: &str| {
        let path = Path::new(name).canonicalize().map_err(|error| why(&error))?;
        if folders.iter().any(|folder| path.starts_with(folder)) {
            read_included(name)
        } else {
            Err(Unreadable::Other("it is outside the folder of the program".to_owned()))
        }
    };
    Ok(with_texts_and(roots, read_roots(roots)?, &read))
}

fn read_roots(roots: &[Root]) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let mut texts = BTreeMap::new();
    let mut problems = Vec::new();
    for root in roots {
        if texts.contains_key(&root.name) {
            continue;
        }
        match read_root(root) {
            Ok(bytes) => {
                texts.insert(root.name.clone(), bytes);
            }
            Err(why) => problems.push(unreadable(root, &why)),
        }
    }
    if !problems.is_empty() {
        return Err(Failure::Said(Exit::Unreadable, problems));
    }
    Ok(texts)
}

/// A set of files whose texts are there, with whatever they include.
pub(crate) fn with_texts(roots: &[Root], texts: BTreeMap<String, Vec<u8>>) -> SourceSet {
    with_texts_and(roots, texts, &read_included)
}

fn with_texts_and(
    roots: &[Root],
    mut texts: BTreeMap<String, Vec<u8>>,
    read_included: &dyn Fn(&str) -> Result<Vec<u8>, Unreadable>,
) -> SourceSet {
    let mut set = SourceSet::default();
    let names: Vec<String> = roots.iter().map(|root| root.name.clone()).collect();
    let mut read = |name: &str| match texts.remove(name) {
        Some(bytes) => Ok(bytes),
        None => read_included(name),
    };
    // A root that is not in `texts` cannot be loaded, and then there is nothing to assemble.
    if let Ok(loaded) = SourceSet::load(&names, &mut read) {
        set = loaded;
    }
    set
}

/// Reads a file somebody asked for by name.
pub(crate) fn read_root(root: &Root) -> Result<Vec<u8>, Unreadable> {
    match &root.path {
        None => read_bounded(io::stdin().lock()),
        Some(path) if path.is_dir() => Err(Unreadable::Other("this is a folder".to_owned())),
        Some(path) => File::open(path).map_err(|error| why(&error)).and_then(read_bounded),
    }
}

/// Reads an included file. Only ordinary files will do: anything else could block for ever.
fn read_included(name: &str) -> Result<Vec<u8>, Unreadable> {
    let metadata = fs::metadata(name).map_err(|error| why(&error))?;
    if metadata.is_dir() {
        return Err(Unreadable::Other("this is a folder".to_owned()));
    }
    if !metadata.is_file() {
        return Err(Unreadable::Other("this is not an ordinary file".to_owned()));
    }
    File::open(name).map_err(|error| why(&error)).and_then(read_bounded)
}

fn read_bounded(source: impl Read) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = Vec::new();
    source.take(FILE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes).map_err(|error| why(&error))?;
    if bytes.len() > FILE_BYTES_MAX { Err(Unreadable::TooLarge) } else { Ok(bytes) }
}

fn why(error: &io::Error) -> Unreadable {
    match error.kind() {
        io::ErrorKind::NotFound => Unreadable::Missing,
        _ => Unreadable::Other(reason(error)),
    }
}

/// An error of the system in words, without the number that `std` adds.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let plain = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = plain.chars();
    chars.next().map_or(String::new(), |first| first.to_lowercase().chain(chars).collect())
}

/// The line that says why a file could not be read.
pub(crate) fn unreadable(root: &Root, why: &Unreadable) -> String {
    let line = format!("jetan: {}: {}", root.name, words(why));
    let near = root.path.as_ref().map(|path| path.with_extension("asm")).filter(|near| {
        *why == Unreadable::Missing && Some(near) != root.path.as_ref() && near.is_file()
    });
    match near {
        Some(near) => format!("{line}; did you mean {}?", near.display()),
        None => line,
    }
}

fn words(why: &Unreadable) -> String {
    match why {
        Unreadable::Missing => "there is no such file".to_owned(),
        Unreadable::TooLarge => {
            format!("this file is larger than {} MiB", FILE_BYTES_MAX >> 20)
        }
        Unreadable::Other(reason) => reason.clone(),
    }
}

/// The absolute path of a file as Java would give it: the working folder, `/`, and the name as
/// typed, neither resolved nor normalised but for repeated and trailing slashes.
pub(crate) fn absolute(name: &str) -> String {
    if name.starts_with('/') {
        return java::path(name);
    }
    let folder = std::env::current_dir().unwrap_or_default();
    java::path(&format!("{}/{name}", folder.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_names_stay_as_they_are() {
        assert_eq!(absolute("/x//y"), "/x/y");
        assert!(absolute("./x").ends_with("/./x"));
    }

    #[test]
    fn only_files_are_replaced_as_a_whole() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "old").expect("it can be written");
        std::os::unix::fs::symlink(at("file"), at("link")).expect("a link can be made");
        assert_eq!(write_whole(&at("link"), b"new"), Ok(()));
        assert!(at("link").is_symlink(), "it is still a link");
        assert_eq!(fs::read(at("file")).expect("it is there"), b"new");
        // A pipe that somebody reads from, as a device would be.
        let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR);
        let mode = mode | rustix::fs::Mode::WUSR;
        rustix::fs::mknodat(rustix::fs::CWD, at("pipe"), kind, mode, 0).expect("a pipe");
        let mut open = fs::OpenOptions::new();
        let mut reader = open.read(true).write(true).open(at("pipe")).expect("it can be opened");
        assert_eq!(write_whole(&at("pipe"), b"new"), Ok(()));
        let mut bytes = [0; 3];
        io::Read::read_exact(&mut reader, &mut bytes).expect("somebody has written");
        assert_eq!(&bytes, b"new");
        assert!(write_whole(folder.path(), b"new").is_err(), "a folder");
        assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 3, "nothing else");
    }

    #[test]
    fn only_sources_of_a_folder_are_taken() {
        for (name, expected) in
            [("a.asm", true), ("b.S", true), (".a.asm", false), ("asm", false), ("a.asm~", false)]
        {
            assert_eq!(is_source(Path::new(name)), expected, "{name}");
        }
    }
}
