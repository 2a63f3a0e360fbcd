//! The sources of one assembly: file texts by name, with everything they include.
//!
//! The front end hands texts in; nothing here touches a file system. Names are opaque strings in
//! which `/` separates folders, which is all that resolving an `.include` needs.

pub(crate) mod windows_1252;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::lexer;
use crate::limits;

/// Identifies one file of a [`SourceSet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub(crate) u32);

impl FileId {
    /// The position of the file in its set.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A range of bytes in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file it is in.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// The reason for which a file has no text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum UnreadableFile {
    /// There is no such file.
    Missing,
    /// The file is larger than [`limits::FILE_BYTES_MAX`].
    TooLarge,
    /// Anything else, in the words of whoever tried.
    Other(String),
}

/// One file: its name and its text, decoded.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    text: String,
    /// The offset of the first byte that was not valid UTF-8.
    foreign: Option<u32>,
    lines: Vec<(u32, u32)>,
    is_compiled: bool,
}

impl SourceFile {
    /// The name as the front end gave it, or as the `.include` resolved.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text: read as UTF-8, or as Windows-1252 if it is not valid UTF-8.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The offset of the first character that was not UTF-8, if the file was read as Windows-1252.
    pub fn windows_1252(&self) -> Option<u32> {
        self.foreign
    }

    /// Whether a C compiler has written the file, as its first lines tell.
    pub fn is_compiled(&self) -> bool {
        self.is_compiled
    }

    /// The byte ranges of the lines without their ends.
    pub fn lines(&self) -> &[(u32, u32)] {
        &self.lines
    }

    /// The text of a line, numbered from 1.
    pub fn line(&self, number: u32) -> Option<&str> {
        let &(start, end) = self.lines.get((number as usize).checked_sub(1)?)?;
        self.text.get(start as usize..end as usize)
    }

    /// The line that holds a byte, numbered from 1, and the byte's offset in it.
    pub fn locate(&self, offset: u32) -> (u32, u32) {
        let idx = self.lines.partition_point(|&(start, _)| start <= offset).max(1) - 1;
        let start = self.lines.get(idx).map_or(0, |&(start, _)| start);
        (idx as u32 + 1, offset.saturating_sub(start))
    }
}

/// All files of one assembly. A clone shares the texts, so that an editor can keep one per edit.
#[derive(Clone, Debug, Default)]
pub struct SourceSet {
    files: Vec<Arc<SourceFile>>,
    by_name: FxHashMap<String, FileId>,
    unreadable: FxHashMap<String, UnreadableFile>,
    roots: Vec<FileId>,
}

impl SourceSet {
    /// A set of one file, for tests and examples.
    pub fn single(name: &str, text: &str) -> SourceSet {
        let mut set = SourceSet::default();
        let file = set.add(name, text.as_bytes());
        set.add_root(file);
        set
    }

    /// Builds a set from the files to assemble, reading them and whatever they include.
    ///
    /// `read` is asked once for every name. A root that cannot be read ends the loading; an
    /// include that cannot is remembered and becomes a diagnostic where it is included.
    pub fn load(
        roots: &[String],
        read: &mut dyn FnMut(&str) -> Result<Vec<u8>, UnreadableFile>,
    ) -> Result<SourceSet, (String, UnreadableFile)> {
        let mut set = SourceSet::default();
        for name in roots {
            // A root that is listed twice is read once, and assembled twice.
            let file = match set.by_name.get(name.as_str()) {
                Some(&file) => file,
                None => match read_bounded(read, name) {
                    Ok(bytes) => set.add(name, &bytes),
                    Err(why) => return Err((name.clone(), why)),
                },
            };
            set.add_root(file);
        }
        set.load_includes(read);
        Ok(set)
    }

    /// Adds a file. A name that is there already keeps its first text.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> FileId {
        if let Some(&file) = self.by_name.get(name) {
            return file;
        }
        let file = FileId(self.files.len() as u32);
        self.files.push(Arc::new(decode(name, bytes)));
        // An editor may add a file that could not be read before.
        self.unreadable.remove(name);
        self.by_name.insert(name.to_owned(), file);
        file
    }

    /// Gives a file another text; its id, its name and its place among the roots stay.
    ///
    /// Files that only the new text includes are missing until [`SourceSet::load_includes`].
    ///
    /// # Panics
    /// If the id comes from another, larger set.
    pub fn replace(&mut self, file: FileId, bytes: &[u8]) {
        let slot = &mut self.files[file.index()];
        // A new `Arc`, not a change in place: clones of the set keep the old text.
        *slot = Arc::new(decode(&slot.name, bytes));
    }

    /// The file of a name, as it was added or as an `.include` resolves.
    pub fn id(&self, name: &str) -> Option<FileId> {
        self.by_name.get(name).copied()
    }

    /// Marks a file as one to assemble, after those already marked.
    pub fn add_root(&mut self, file: FileId) {
        self.roots.push(file);
    }

    /// The files to assemble, in order.
    pub fn roots(&self) -> &[FileId] {
        &self.roots
    }

    /// The file with this id.
    ///
    /// # Panics
    /// If the id comes from another, larger set.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.index()]
    }

    /// Every file, in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = FileId> {
        (0..self.files.len() as u32).map(FileId)
    }

    /// The number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there are no files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The set as Java would have decoded it; `None` if that makes no difference.
    pub(crate) fn as_java(&self) -> Option<SourceSet> {
        self.files.iter().find(|file| file.foreign.is_some())?;
        let mut set = self.clone();
        for file in set.files.iter_mut().filter(|file| file.foreign.is_some()) {
            *file = Arc::new(decode_as_java(file));
        }
        Some(set)
    }

    /// A place in this set, given in another set whose files differ in their encoding only.
    pub(crate) fn relocate(&self, span: Span, other: &SourceSet) -> Span {
        let (from, to) = (other.file(span.file), self.file(span.file));
        let at = |offset: u32| {
            let (number, byte) = from.locate(offset);
            let before = from.line(number).and_then(|line| line.get(..byte as usize));
            let characters = before.unwrap_or("").chars().count();
            let &(start, end) = to.lines().get(number as usize - 1)?;
            let text = &to.text()[start as usize..end as usize];
            Some(start + text.chars().take(characters).map(|c| c.len_utf8() as u32).sum::<u32>())
        };
        let end_of_text = to.text().len() as u32;
        let start = at(span.start).unwrap_or(end_of_text);
        Span { file: span.file, start, end: at(span.end).unwrap_or(end_of_text).max(start) }
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text().get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Looks a resolved name up: the file, or why it is not there.
    pub(crate) fn find(&self, name: &str) -> Result<FileId, UnreadableFile> {
        match self.by_name.get(name) {
            Some(&file) => Ok(file),
            None => Err(self.unreadable.get(name).cloned().unwrap_or(UnreadableFile::Missing)),
        }
    }

    /// Reads what the files include and what is not there yet.
    ///
    /// A name that could not be read before is asked for again, but only once.
    pub fn load_includes(&mut self, read: &mut dyn FnMut(&str) -> Result<Vec<u8>, UnreadableFile>) {
        let mut asked = FxHashSet::default();
        let mut bytes_left = limits::FILES_BYTES_MAX;
        let mut next = 0;
        // The list grows while it is walked, since what was included may include more.
        while next < self.files.len() {
            for name in included_names(&self.files[next]) {
                if self.by_name.contains_key(&name) || !asked.insert(name.clone()) {
                    continue;
                }
                let found = if self.files.len() >= limits::FILES_MAX || bytes_left == 0 {
                    Err(UnreadableFile::Other("the program has too many files".to_owned()))
                } else {
                    read_bounded(read, &name)
                };
                match found {
                    Ok(bytes) => {
                        bytes_left = bytes_left.saturating_sub(bytes.len());
                        self.add(&name, &bytes);
                    }
                    Err(why) => {
                        self.unreadable.insert(name, why);
                    }
                }
            }
            next += 1;
        }
    }
}

fn read_bounded(
    read: &mut dyn FnMut(&str) -> Result<Vec<u8>, UnreadableFile>,
    name: &str,
) -> Result<Vec<u8>, UnreadableFile> {
    let bytes = read(name)?;
    if bytes.len() > limits::FILE_BYTES_MAX { Err(UnreadableFile::TooLarge) } else { Ok(bytes) }
}

/// Resolves the name written in an `.include` against the file it stands in.
///
/// MARS: the folder of the including file, `/`, and the name as written, not normalised.
/// Windows has a second sign between folders, and drives.
pub(crate) fn resolve_include(including: &str, written: &str) -> String {
    let written = if cfg!(windows) { written.replace('\\', "/") } else { written.to_owned() };
    // By hand and not by `std::path`: names are opaque texts, which need not be paths of the
    // system.
    let has_drive = cfg!(windows) && written.as_bytes().get(1) == Some(&b':');
    if has_drive || written.starts_with('/') {
        return written;
    }
    let is_slash = |c: char| c == '/' || (cfg!(windows) && c == '\\');
    match including.rfind(is_slash) {
        Some(slash) => format!("{}/{written}", &including[..slash]),
        None => written,
    }
}

fn included_names(file: &SourceFile) -> Vec<String> {
    let mut names = Vec::new();
    for &(start, end) in file.lines() {
        let line = &file.text[start as usize..end as usize];
        if mentions_include(line) {
            for written in lexer::include_operands(line) {
                names.push(resolve_include(&file.name, &written));
            }
        }
    }
    names
}

/// A cheap test that spares most lines the lexer.
fn mentions_include(line: &str) -> bool {
    const WORD: &str = ".include";
    line.match_indices('.').any(|(at, _)| {
        // Bytes, because the range may end inside a character.
        line.as_bytes()
            .get(at..at + WORD.len())
            .is_some_and(|word| word.eq_ignore_ascii_case(WORD.as_bytes()))
    })
}

fn decode(name: &str, bytes: &[u8]) -> SourceFile {
    let (text, foreign) = match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), None),
        Err(error) => {
            // The offset counts in the decoded text, in which what was valid UTF-8 has grown.
            let before = windows_1252::decode(&bytes[..error.valid_up_to()]).len();
            (windows_1252::decode(bytes), Some(before as u32))
        }
    };
    let lines = split_lines(&text);
    let is_compiled = begins_as_compiled(&text);
    SourceFile { name: name.to_owned(), text, foreign, lines, is_compiled }
}

/// The lines in which compilers say who they are: gcc in the first three, clang in the first ten.
const HEAD_LINES: usize = 16;

/// Whether there are directives at the start of a text that only compilers write.
fn begins_as_compiled(text: &str) -> bool {
    let mut head = text.lines().take(HEAD_LINES).map(str::trim_start);
    head.any(|line| match line.split_once(char::is_whitespace) {
        Some((".file", _)) => true,
        Some((".section", name)) => name.trim_start().starts_with(".mdebug"),
        _ => false,
    })
}

/// A file as Java decodes it: what is not UTF-8 becomes U+FFFD.
fn decode_as_java(file: &SourceFile) -> SourceFile {
    // Every character came from one byte, so the file's bytes come back exactly.
    let bytes: Vec<u8> = file.text.chars().filter_map(windows_1252::byte).collect();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let lines = split_lines(&text);
    let is_compiled = file.is_compiled;
    SourceFile { name: file.name.clone(), text, foreign: None, lines, is_compiled }
}

/// Splits at LF, CR LF and lone CR; the end of the text ends a line only if something is on it.
fn split_lines(text: &str) -> Vec<(u32, u32)> {
    let bytes = text.as_bytes();
    // A guess at the length of lines; only the growing of the list depends on it.
    let mut lines = Vec::with_capacity(bytes.len() / 24);
    let mut start = 0;
    let mut at = 0;
    // Not `str::lines`, which does not end a line at a lone CR; Java does.
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => {
                lines.push((start as u32, at as u32));
                start = at + 1;
            }
            b'\r' => {
                lines.push((start as u32, at as u32));
                if bytes.get(at + 1) == Some(&b'\n') {
                    at += 1;
                }
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    if start < bytes.len() {
        lines.push((start as u32, bytes.len() as u32));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_lf_cr_lf_and_cr() {
        let file = decode("x", b"a\nbb\r\nc\r\rd");
        let lines: Vec<_> = (1..=5).map(|n| file.line(n).unwrap_or("?")).collect();
        assert_eq!(lines, ["a", "bb", "c", "", "d"]);
        assert_eq!(file.line(6), None);
        assert_eq!(file.locate(3), (2, 1));
    }

    #[test]
    fn includes_are_loaded_through_the_reader() {
        let mut asked = Vec::new();
        let set = SourceSet::load(&["d/main.asm".to_owned()], &mut |name: &str| {
            asked.push(name.to_owned());
            match name {
                "d/main.asm" => Ok(b".INCLUDE \"a.inc\"\n.include \"/abs\"".to_vec()),
                "d/a.inc" => Ok(b".include \"main.asm\"".to_vec()),
                _ => Err(UnreadableFile::Missing),
            }
        });
        let set = set.expect("the root is readable");
        assert_eq!(asked, ["d/main.asm", "d/a.inc", "/abs"]);
        assert_eq!(set.len(), 2);
        assert_eq!(set.find("/abs"), Err(UnreadableFile::Missing));
    }

    #[test]
    fn a_file_that_includes_itself_in_other_words_is_read_so_many_times() {
        let text = ".include \"../d/main.asm\"\n.include \"./../d/main.asm\"\n";
        let mut count = 0;
        let set = SourceSet::load(&["d/main.asm".to_owned()], &mut |_| {
            count += 1;
            Ok(text.as_bytes().to_vec())
        });
        assert_eq!(set.expect("the root is readable").len(), limits::FILES_MAX);
        assert_eq!(count, limits::FILES_MAX);
    }

    #[test]
    fn a_replaced_file_keeps_its_id_and_is_asked_for_new_includes() {
        let mut set = SourceSet::single("main.asm", ".include \"a.inc\"");
        set.load_includes(&mut |_| Err(UnreadableFile::Missing));
        assert_eq!(set.find("a.inc"), Err(UnreadableFile::Missing));
        let before = set.clone();
        let main = set.id("main.asm").expect("it was added");
        set.replace(main, b".include \"a.inc\"\n.include \"b.inc\"");
        let mut asked = Vec::new();
        set.load_includes(&mut |name| {
            asked.push(name.to_owned());
            Ok(b"nop".to_vec())
        });
        assert_eq!(asked, ["a.inc", "b.inc"]);
        assert_eq!(set.roots(), [main]);
        assert_eq!(set.file(main).lines().len(), 2);
        assert!(set.find("a.inc").is_ok() && set.id("b.inc").is_some());
        assert_eq!(before.file(main).lines().len(), 1, "a clone keeps its own text");
    }

    #[test]
    fn bytes_that_are_no_utf8_are_read_as_windows_1252() {
        let file = decode("x", b"# \xc3\xa9 caf\xe9\n");
        assert_eq!(file.line(1), Some("# Ã© café"));
        assert_eq!(file.windows_1252(), Some(10));
        let java = decode_as_java(&file);
        assert_eq!(java.line(1), Some("# é caf\u{fffd}"));
    }
}
