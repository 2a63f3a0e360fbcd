//! Finding packs: those that come with Jetan by name, others by folder or file.

use std::path::{Component, Path, PathBuf};

use jetan_asm::program::Statement;
use jetan_asm::{Program, SourceSet, Span};
use jetan_isa::{Mnemonic, Pack};
use jetan_os::file::{self, Accept, Folder};
use jetan_pack::PackError;

use crate::exit::{Exit, Failure};
use crate::files;
use crate::render;

/// The file in a pack's folder.
pub(crate) const FILE: &str = "pack.toml";

/// The pack of the course that 2048 comes from.
pub(crate) const OF_2048: &str = "comp2611-2048";

/// The text of a pack, and the name it goes by in messages.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Source {
    /// The pack, or everything that is wrong with it.
    pub(crate) fn parse(&self) -> Result<Pack, Vec<PackError>> {
        let (pack, errors) = jetan_pack::parse_with(&self.name, &self.text, &mut extended);
        pack.ok_or(errors)
    }
}

/// The pack that somebody named: one that comes with Jetan, a folder with a `pack.toml`, a file.
pub(crate) fn find(name: &str) -> Result<Pack, Failure> {
    let source = source(name)?;
    source.parse().map_err(|errors| {
        let report = render::pack::report(&errors, &source.name, &source.text, false);
        Failure::new(Exit::Assembly, report.trim_end())
    })
}

/// The pack that was named, on the command line or in a comment of a source.
///
/// In a sandbox the source is somebody else's: it can choose among the packs that come with Jetan,
/// but not have a file read.
pub(crate) fn chosen(
    typed: Option<&str>,
    sources: &SourceSet,
    is_sandboxed: bool,
) -> Result<Option<Pack>, Failure> {
    let mut texts = sources.roots().iter().map(|&root| sources.file(root).text());
    if let Some(name) = typed {
        return find(name).map(Some);
    }
    let Some(name) = texts.find_map(jetan_pack::named_in) else { return Ok(None) };
    if !is_sandboxed || shipped(&name).is_some() {
        return find(&name).map(Some);
    }
    Err(Failure::unreadable(format!(
        "jetan: a comment of the program names the pack `{name}`, which does not come with Jetan: \
         if it is to be used, name it with --pack"
    )))
}

/// The text of a pack that somebody named.
pub(crate) fn source(name: &str) -> Result<Source, Failure> {
    if let Some(&(name, text)) = shipped(name) {
        return Ok(Source { name: format!("{name}/{FILE}"), text: text.to_owned() });
    }
    let path = file_of(Path::new(name));
    if !path.exists() {
        let names: Vec<&str> = jetan_pack::shipped().iter().map(|(name, _)| *name).collect();
        let message = format!(
            "jetan: there is no pack `{name}`, and no folder or file of that name; Jetan comes \
             with {}",
            names.join(" and ")
        );
        return Err(Failure::unreadable(message));
    }
    let text = files::read_text(&path, Accept::Files)?;
    Ok(Source { name: file::name(&path), text })
}

/// The places of a program where it uses instructions that its pack does not permit.
pub(crate) fn violations(
    program: &Program,
    sources: &SourceSet,
    pack: &Pack,
) -> Vec<(Span, String)> {
    let statements = (0..program.statement_count() as u32).filter_map(|idx| program.statement(idx));
    let refused = statements.filter(|statement| {
        let mnemonic = Mnemonic::lookup(statement.mnemonic);
        mnemonic.is_some_and(|mnemonic| !pack.policy.permits(mnemonic))
    });
    let place = |statement: Statement| {
        let span = statement.span;
        // In a line that a macro has made, the word may not stand there as it is.
        let found = word(sources.text(span), statement.mnemonic).map(|at| {
            let start = span.start + at as u32;
            Span { start, end: start + statement.mnemonic.len() as u32, ..span }
        });
        (found.unwrap_or(span), statement.mnemonic.to_lowercase())
    };
    refused.map(place).collect()
}

/// Where a word stands in a line, other than as a label or in another word.
fn word(line: &str, word: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | ':');
    line.match_indices(word).map(|(at, _)| at).find(|&at| {
        let (before, after) = (&line[..at], &line[at + word.len()..]);
        let is_apart = !before.ends_with(|c: char| c != ':' && is_part(c));
        is_apart && !after.starts_with(is_part)
    })
}

fn shipped(name: &str) -> Option<&'static (&'static str, &'static str)> {
    jetan_pack::shipped().iter().find(|(known, _)| *known == name)
}

fn file_of(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(FILE) } else { path.to_owned() }
}

/// A pack that another extends: one that comes with Jetan, or one beside the other's folder or in
/// the same folder.
fn extended(from: &str, wanted: &str) -> Option<(String, String)> {
    if let Some(&(name, text)) = shipped(wanted) {
        return Some((name.to_owned(), text.to_owned()));
    }
    // A name and no path: a pack of others must not have any file of its choice shown.
    let mut parts = Path::new(wanted).components();
    if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
        return None;
    }
    let folder = Path::new(from).parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    [folder.to_owned(), folder.join("..")].iter().find_map(|base| {
        let path = file_of(&base.join(wanted));
        let below = path.strip_prefix(base).ok()?;
        let bytes = Folder::open(base).ok()?.read_file(below, files::TEXT_BYTES_MAX).ok()?;
        Some((file::name(&path), String::from_utf8(bytes).ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_where_it_stands_alone() {
        for (line, expected) in [
            ("mul $t0, $t1, $t2", Some(0)),
            ("mul: mul $t0, $t1, $t2", Some(5)),
            ("mult:multiply:mul $t0, $t1, $t2 # mul", Some(14)),
            ("square $t0", None),
        ] {
            assert_eq!(word(line, "mul"), expected, "{line}");
        }
    }
}
