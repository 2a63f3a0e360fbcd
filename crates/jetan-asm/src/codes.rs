//! The manual page of every code: what is wrong, why that matters, and an example put right.
//!
//! The pages are data, a file for each group of codes. `jetan explain` prints them one by one and
//! `docs/reference/errors.md` has them all; the tests assemble every example.

mod data;
mod files;
mod instructions;
mod lexical;
mod macros;
mod names;
mod placement;
mod warnings;

use std::fmt::{self, Write};

use crate::assembly::assemble;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::options::AssemblyOptions;
use crate::source::SourceSet;

/// A code such as `E0203`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DiagnosticCode(pub &'static str);

impl fmt::Display for DiagnosticCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The manual page of one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagnosticPage {
    /// The code, such as `E0203`.
    pub code: &'static str,
    /// The mistake in a few words, lower case.
    pub title: &'static str,
    /// The error, why the assembler cannot go on, how to put it right: one sentence a line.
    pub text: &'static str,
    /// A source with this mistake and no other.
    pub wrong: &'static str,
    /// The source put right: it assembles without a diagnostic.
    pub right: &'static str,
    /// The settings that the examples need besides their text.
    pub setting: ExampleSettings,
}

/// The settings for assembling the examples of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExampleSettings {
    /// The dialect; MARS's for a mistake that ours does not know.
    pub dialect: Dialect,
    /// Whether pseudo-instructions are allowed.
    pub pseudo: bool,
    /// Whether the wrong example is saved in Latin-1, a byte for each character, not in UTF-8.
    pub latin1: bool,
    /// Whether the wrong example is an outline: one that really fails is too long to print.
    pub outline: bool,
    /// Files the examples can include: name and text.
    pub included: &'static [(&'static str, &'static str)],
    /// Files that are assembled after the examples: name and text.
    pub further: &'static [(&'static str, &'static str)],
    /// The codes that the wrong example yields besides its own, as a consequence.
    pub also: &'static [&'static str],
}

impl ExampleSettings {
    /// A single file in our dialect, which is what nearly all examples are.
    pub const PLAIN: ExampleSettings = ExampleSettings {
        dialect: Dialect::JETAN,
        pseudo: true,
        latin1: false,
        outline: false,
        included: &[],
        further: &[],
        also: &[],
    };
}

/// The pages of related codes.
struct PageGroup {
    title: &'static str,
    pages: &'static [DiagnosticPage],
}

const GROUPS: &[PageGroup] = &[
    PageGroup { title: "Characters, numbers and strings", pages: lexical::PAGES },
    PageGroup { title: "Instruction names and labels", pages: names::PAGES },
    PageGroup { title: "Instructions and their operands", pages: instructions::PAGES },
    PageGroup { title: "Data and other directives", pages: data::PAGES },
    PageGroup { title: "Macros", pages: macros::PAGES },
    PageGroup { title: "Included files and `.eqv`", pages: files::PAGES },
    PageGroup { title: "Addresses and limits", pages: placement::PAGES },
    PageGroup { title: "Warnings", pages: warnings::PAGES },
];

const COUNT: usize = {
    let (mut count, mut group) = (0, 0);
    while group < GROUPS.len() {
        count += GROUPS[group].pages.len();
        group += 1;
    }
    count
};

static JOINED: [DiagnosticPage; COUNT] = {
    // Constant evaluation needs an initialised array; any page will do as a filler.
    let mut joined = [lexical::PAGES[0]; COUNT];
    let (mut filled, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut idx = 0;
        while idx < GROUPS[group].pages.len() {
            joined[filled] = GROUPS[group].pages[idx];
            filled += 1;
            idx += 1;
        }
        group += 1;
    }
    joined
};

/// Every page, in the order of the codes.
pub static PAGES: &[DiagnosticPage] = &JOINED;

/// The page of a code, written in upper or lower case.
///
/// ```
/// let page = jetan_asm::codes::page("e0203").expect("there is a page for every code");
/// assert_eq!(page.title, "a label that is not defined");
/// ```
pub fn page(code: &str) -> Option<&'static DiagnosticPage> {
    PAGES.iter().find(|page| page.code.eq_ignore_ascii_case(code))
}

impl DiagnosticPage {
    /// The options to assemble the examples with.
    pub fn options(&self) -> AssemblyOptions {
        AssemblyOptions {
            dialect: self.setting.dialect,
            pseudo: self.setting.pseudo,
            ..AssemblyOptions::default()
        }
    }

    /// The wrong example as `main.asm`, with the files it needs.
    pub fn wrong_sources(&self) -> SourceSet {
        // Characters of examples in Latin-1 are below U+0100; the tests assemble them.
        let bytes = if self.setting.latin1 {
            self.wrong.chars().map(|c| c as u8).collect()
        } else {
            self.wrong.as_bytes().to_vec()
        };
        self.sources(&bytes)
    }

    /// The right example as `main.asm`, with the files it needs.
    pub fn right_sources(&self) -> SourceSet {
        self.sources(self.right.as_bytes())
    }

    fn sources(&self, main: &[u8]) -> SourceSet {
        let mut sources = SourceSet::default();
        let main = sources.add("main.asm", main);
        sources.add_root(main);
        for (name, text) in self.setting.included {
            sources.add(name, text.as_bytes());
        }
        for (name, text) in self.setting.further {
            let file = sources.add(name, text.as_bytes());
            sources.add_root(file);
        }
        sources
    }

    /// The diagnostic of the wrong example; `None` if that is an outline.
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        if self.setting.outline {
            return None;
        }
        // Messages are taken from the assembler instead of being written beside the page, so that
        // the manual cannot quote something that it does not say.
        let (_, diagnostics) = assemble(&self.wrong_sources(), &self.options());
        diagnostics.into_iter().find(|diagnostic| diagnostic.code().0 == self.code)
    }
}

/// All pages as one Markdown document: `docs/reference/errors.md`.
pub fn reference() -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_reference(&mut text);
    text
}

fn write_reference(out: &mut String) -> fmt::Result {
    out.write_str(
        "<!-- Generated from the pages of jetan-asm; edit those instead. -->\n\n\
         # Errors and warnings\n\n\
         Every message of the assembler has a code, and every code has a page here.\n\
         An error, `E`, means that there is no program; a warning, `W`, that the program may not \
         do what was meant.\n\
         `jetan explain E0203` prints the page of a code in the terminal.\n\
         The codes of mistakes in packs, `P`, are in [pack-errors.md](pack-errors.md).\n\
         The examples are whole programs: the wrong one gives the message, which is quoted above \
         it in Jetan's words and in MARS's, and the right one assembles without any.\n",
    )?;
    for group in GROUPS {
        writeln!(out, "\n## {}", group.title)?;
        for page in group.pages {
            write_page(out, page)?;
        }
    }
    Ok(())
}

fn write_page(out: &mut String, page: &DiagnosticPage) -> fmt::Result {
    writeln!(out, "\n### {}: {}\n\n{}\n", page.code, page.title, page.text)?;
    if let Some(diagnostic) = page.diagnostic() {
        write_messages(out, &diagnostic)?;
    }
    for (name, text) in page.setting.included.iter().chain(page.setting.further) {
        writeln!(out, "With this file as `{name}`:\n\n```asm\n{text}```\n")?;
    }
    writeln!(out, "{}:\n\n```asm\n{}```\n", wrong_heading(&page.setting), page.wrong)?;
    writeln!(out, "Right:\n\n```asm\n{}```", page.right)
}

/// The messages of both about the wrong example; MARS's line is left out where it has none.
fn write_messages(out: &mut String, diagnostic: &Diagnostic) -> fmt::Result {
    let (ours, mars) = (diagnostic.problem.message(), diagnostic.problem.mars());
    writeln!(out, "- Jetan: {ours}")?;
    if ours != mars {
        // MARS quotes the whole line before the message about a bad word.
        writeln!(out, "- MARS: `{}`", mars.lines().last().unwrap_or_default().trim_end())?;
    }
    writeln!(out)
}

fn wrong_heading(setting: &ExampleSettings) -> &'static str {
    if setting.outline {
        "Wrong, in outline"
    } else if setting.latin1 {
        "Wrong, if the file is saved in Latin-1"
    } else if !setting.pseudo {
        "Wrong, with pseudo-instructions switched off"
    } else if setting.dialect == Dialect::MARS {
        "Wrong, in MARS's dialect"
    } else {
        "Wrong"
    }
}
