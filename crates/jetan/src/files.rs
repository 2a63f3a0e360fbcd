//! Finding and reading sources: single files, whole folders, standard input, and what they include.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use jetan_asm::SourceSet;
use jetan_asm::limits::FILE_BYTES_MAX;
use jetan_asm::source::UnreadableFile;
use jetan_os::file::{self, AcceptedFiles, ReadError};
pub(crate) use jetan_os::file::{name, reason};
use jetan_os::jail::Jail;
use jetan_report::java;

use crate::exit::{CommandFailure, Exit};

/// The name of standard input in messages.
const STANDARD_INPUT: &str = "<stdin>";

/// Writes a file as a whole or not at all; the error names it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let message = |error| format!("{}: {}", file::name(path), reason(&error));
    file::write_whole(path, bytes).map_err(message)
}

/// Refuses to write over a file that was read: what somebody typed must not be lost.
pub(crate) fn protect_sources(path: &Path, sources: &SourceSet) -> Result<(), CommandFailure> {
    // Includes are in the set, too.
    let is_source = |id| file::is_same(path, Path::new(sources.file(id).name()));
    if sources.ids().any(is_source) { Err(overwrite_refused(path)) } else { Ok(()) }
}

/// The same for files of a folder that are written under names of our own.
pub(crate) fn protect_sources_in(
    folder: &Path,
    is_ours: impl Fn(&str) -> bool,
    sources: &SourceSet,
) -> Result<(), CommandFailure> {
    // A folder that cannot be listed has nothing in it yet, or is reported when it is written to.
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    let ours = entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(&is_ours));
    ours.map(|entry| entry.path()).try_for_each(|path| protect_sources(&path, sources))
}

/// The failure for a file that is not written because it was read.
pub(crate) fn overwrite_refused(path: &Path) -> CommandFailure {
    let why = "this is one of the sources, and stays as it is";
    CommandFailure::usage(format!("jetan: {}: {why}", file::name(path)))
}

/// A file to assemble.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceRoot {
    /// The name in messages, and the name its includes are resolved against.
    pub(crate) name: String,
    /// The path; `None` is standard input.
    pub(crate) path: Option<PathBuf>,
}

impl SourceRoot {
    /// The file somebody typed the name of; `-` is standard input.
    pub(crate) fn typed(path: &Path) -> SourceRoot {
        if path.as_os_str() == "-" {
            return SourceRoot { name: STANDARD_INPUT.to_owned(), path: None };
        }
        SourceRoot { name: file::name(path), path: Some(path.to_owned()) }
    }
}

/// The files meant by some names: a folder stands for the sources in it, and in project mode the
/// folder of the first file is added.
pub(crate) fn roots(typed: &[PathBuf], project: bool) -> Result<Vec<SourceRoot>, CommandFailure> {
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
            // The folder itself was named, and its sources are in `paths` already.
            Some(_) => return Ok(unique(&paths)),
            None => Path::new(""),
        };
        paths.extend(sources_in(folder)?);
    }
    Ok(unique(&paths))
}

fn unique(paths: &[PathBuf]) -> Vec<SourceRoot> {
    let mut roots: Vec<SourceRoot> = Vec::new();
    for root in paths.iter().map(|path| SourceRoot::typed(path)) {
        if !roots.contains(&root) {
            roots.push(root);
        }
    }
    roots
}

/// The sources of a folder: `main.asm` first, the others in order of their names.
pub(crate) fn sources_in(folder: &Path) -> Result<Vec<PathBuf>, CommandFailure> {
    let here = Path::new(".");
    let listed = if folder.as_os_str().is_empty() { here } else { folder };
    let failed =
        |why: String| CommandFailure::unreadable(format!("jetan: {}: {why}", file::name(listed)));
    let entries = fs::read_dir(listed).map_err(|error| failed(reason(&error)))?;
    // Where a link leads is found out by whoever reads it.
    let is_file = |entry: &fs::DirEntry| {
        entry.file_type().is_ok_and(|kind| kind.is_file() || kind.is_symlink())
    };
    let mut names: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .filter(is_file)
        .map(|entry| PathBuf::from(entry.file_name()))
        .filter(|name| is_source(name))
        .collect();
    // `false` sorts before `true`.
    names.sort_by_key(|name| (name.as_os_str() != "main.asm", name.clone()));
    if names.is_empty() {
        return Err(failed("there is no .asm, .s or .mips file in this folder".to_owned()));
    }
    // Messages name files as people type them, without `./`.
    let in_folder = |name| if listed == here { name } else { folder.join(name) };
    Ok(names.into_iter().map(in_folder).collect())
}

/// Whether a file is a source by its name.
pub(crate) fn is_source(name: &Path) -> bool {
    jetan_grade::submission::is_source(&name.to_string_lossy())
}

/// Reads files and whatever they include. Every file that cannot be read is named.
pub(crate) fn load(roots: &[SourceRoot]) -> Result<SourceSet, CommandFailure> {
    Ok(with_texts(roots, read_roots(roots)?))
}

/// The same for sources of others, which may want to show what they must not see in messages:
/// they and what they include are read only from their folders, and only regular files.
pub(crate) fn load_jailed(roots: &[SourceRoot]) -> Result<SourceSet, CommandFailure> {
    let paths = roots.iter().filter_map(|root| root.path.as_ref());
    let jail = Jail::around(paths.map(|path| path.parent().unwrap_or(Path::new(""))));
    let read = |path: &Path| jail.read(path, FILE_BYTES_MAX as u64).map_err(why);
    let texts = read_each(roots, &|root| match &root.path {
        None => read_root(root),
        Some(path) => read(path),
    })?;
    Ok(with_texts_and(roots, texts, &|name| read(Path::new(name))))
}

fn read_roots(roots: &[SourceRoot]) -> Result<BTreeMap<String, Vec<u8>>, CommandFailure> {
    read_each(roots, &read_root)
}

fn read_each(
    roots: &[SourceRoot],
    read: &dyn Fn(&SourceRoot) -> Result<Vec<u8>, UnreadableFile>,
) -> Result<BTreeMap<String, Vec<u8>>, CommandFailure> {
    let mut texts = BTreeMap::new();
    let mut problems = Vec::new();
    for root in roots {
        // Standard input cannot be read a second time.
        if texts.contains_key(&root.name) {
            continue;
        }
        match read(root) {
            Ok(bytes) if bytes.starts_with(jetan_elf::MAGIC) => problems.push(format!(
                "jetan: {}: this is an ELF file and not a source; `jetan run` and `jetan debug` \
                 take one, alone, whose name ends in .elf",
                root.name
            )),
            Ok(bytes) => {
                texts.insert(root.name.clone(), bytes);
            }
            Err(why) => problems.push(unreadable(root, &why)),
        }
    }
    if !problems.is_empty() {
        return Err(CommandFailure::Said(Exit::Unreadable, problems));
    }
    Ok(texts)
}

/// A set of files whose texts are there, with whatever they include.
pub(crate) fn with_texts(roots: &[SourceRoot], texts: BTreeMap<String, Vec<u8>>) -> SourceSet {
    with_texts_and(roots, texts, &read_included)
}

fn with_texts_and(
    roots: &[SourceRoot],
    mut texts: BTreeMap<String, Vec<u8>>,
    read_included: &dyn Fn(&str) -> Result<Vec<u8>, UnreadableFile>,
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
pub(crate) fn read_root(root: &SourceRoot) -> Result<Vec<u8>, UnreadableFile> {
    match &root.path {
        None => read_bounded(io::stdin().lock()),
        Some(path) => file::read(path, AcceptedFiles::Pipes, FILE_BYTES_MAX as u64).map_err(why),
    }
}

/// Reads an included file. Only ordinary files will do: anything else could block for ever.
fn read_included(name: &str) -> Result<Vec<u8>, UnreadableFile> {
    file::read(Path::new(name), AcceptedFiles::Files, FILE_BYTES_MAX as u64).map_err(why)
}

fn read_bounded(source: impl Read) -> Result<Vec<u8>, UnreadableFile> {
    let mut bytes = Vec::new();
    let read = source.take(FILE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| why(error.into()))?;
    if bytes.len() > FILE_BYTES_MAX { Err(UnreadableFile::TooLarge) } else { Ok(bytes) }
}

fn why(unread: ReadError) -> UnreadableFile {
    match unread {
        ReadError::Missing => UnreadableFile::Missing,
        ReadError::TooLarge(_) => UnreadableFile::TooLarge,
        other => UnreadableFile::Other(other.to_string()),
    }
}

/// The most bytes of a file that people write by hand besides sources: a pack, an adapter, keys.
pub(crate) const TEXT_BYTES_MAX: u64 = 1 << 20;

/// Reads such a file; the error names it.
pub(crate) fn read_text(path: &Path, accept: AcceptedFiles) -> Result<String, CommandFailure> {
    let named = |why| CommandFailure::unreadable(format!("jetan: {}: {why}", file::name(path)));
    file::read_text(path, accept, TEXT_BYTES_MAX).map_err(named)
}

/// The line that says why a file could not be read.
pub(crate) fn unreadable(root: &SourceRoot, why: &UnreadableFile) -> String {
    let line = format!("jetan: {}: {}", root.name, words(why));
    let near = root.path.as_ref().map(|path| path.with_extension("asm")).filter(|near| {
        *why == UnreadableFile::Missing && Some(near) != root.path.as_ref() && near.is_file()
    });
    match near {
        Some(near) => format!("{line}; did you mean {}?", file::name(&near)),
        None => line,
    }
}

fn words(why: &UnreadableFile) -> String {
    match why {
        UnreadableFile::Missing => "there is no such file".to_owned(),
        UnreadableFile::TooLarge => {
            format!("this file is larger than {} MiB", FILE_BYTES_MAX >> 20)
        }
        UnreadableFile::Other(reason) => reason.clone(),
    }
}

/// The absolute path of a file as Java would give it: the working folder, `/`, and the name as
/// typed, neither resolved nor normalised but for repeated and trailing slashes.
pub(crate) fn absolute(name: &str) -> String {
    let name = file::name(Path::new(name));
    if Path::new(&name).is_absolute() {
        return java::path(&name);
    }
    let folder = std::env::current_dir().unwrap_or_default();
    java::path(&format!("{}/{name}", file::name(&folder)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_names_stay_as_they_are() {
        let root = if cfg!(windows) { "C:/" } else { "/" };
        assert_eq!(absolute(&format!("{root}x//y")), format!("{root}x/y"));
        assert!(absolute("./x").ends_with("/./x"));
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
