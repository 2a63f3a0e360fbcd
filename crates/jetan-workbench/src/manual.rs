//! The manual for the wire: its list of contents, looking for words in it, its articles.

use jetan_asm::codes;
use jetan_asm::problem::Severity;
use jetan_manual::{Article, ArticleBlock, ExampleProgram, IndexEntry, Section};
use jetan_wire::{
    FailureCode, FileText, ManualBlock, ManualEntry, ManualIndex, ManualPage, ManualPages,
    ManualProgram, ManualSearch, ManualSection, OpenableProgram, PageName, RunOptions,
};

use crate::message::{RequestAnswer, RequestError};
use crate::workbench::RequestContext;

/// Entries that a search gives; nobody reads more.
const FOUND_MAX: usize = 60;
/// Characters of a name that an error repeats.
const SHOWN_CHARS: usize = 60;

/// Everything there is, section by section, or what has the words of a search.
pub(crate) fn index(_: &mut RequestContext<'_>, asked: ManualSearch) -> RequestAnswer<ManualIndex> {
    let Some(query) = asked.search else {
        let all = jetan_manual::index();
        let section = |section: Section| {
            let own = all.iter().filter(|entry| entry.section == section);
            let title = section.title().to_owned();
            ManualSection { title, entries: own.map(entry).collect() }
        };
        let sections = Section::ALL.map(section).to_vec();
        return Ok(ManualIndex { sections: Some(sections), ..ManualIndex::default() });
    };
    let found = jetan_manual::search(&query, FOUND_MAX);
    // A suggestion only where nothing was found: beside results it would look like a correction.
    let near = if found.is_empty() { near(&query).map(str::to_owned) } else { None };
    let entries = Some(found.iter().map(entry).collect());
    Ok(ManualIndex { entries, near, ..ManualIndex::default() })
}

fn entry(entry: &IndexEntry) -> ManualEntry {
    let IndexEntry { name, title, section, summary } = entry;
    ManualEntry {
        name: name.clone(),
        title: title.clone(),
        kind: section.kind().to_owned(),
        summary: summary.clone(),
    }
}

/// The closest name there is, of a text that may be one.
fn near(typed: &str) -> Option<&'static str> {
    // A long text is not a mistyped name, and comparing it with all names takes time that grows
    // with it.
    (typed.len() <= SHOWN_CHARS).then(|| jetan_manual::suggestion(typed)).flatten()
}

/// Every article that goes by a name: the one of exactly this name, or all that it may mean.
pub(crate) fn page(_: &mut RequestContext<'_>, asked: PageName) -> RequestAnswer<ManualPages> {
    let name = asked.name.trim();
    // The exact name first: a short one such as `j` may mean other articles as well.
    let exact = jetan_manual::article(name);
    let found = exact.map_or_else(
        || if name.len() > SHOWN_CHARS { Vec::new() } else { jetan_manual::find(name) },
        |article| vec![article],
    );
    if found.is_empty() {
        let shown: String = name.chars().take(SHOWN_CHARS).collect();
        let hint = near(name).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        let message = format!("there is nothing to explain about `{shown}`{hint}");
        return Err(RequestError::new(FailureCode::NoPage, message));
    }
    Ok(ManualPages { pages: found.iter().map(article).collect() })
}

fn article(article: &Article) -> ManualPage {
    ManualPage {
        name: article.name.clone(),
        title: article.title.clone(),
        kind: article.section.kind().to_owned(),
        blocks: article.blocks.iter().map(|one| block(one, &article.name)).collect(),
    }
}

fn block(block: &ArticleBlock, name: &str) -> ManualBlock {
    match block {
        ArticleBlock::Text(text) => ManualBlock::Text { text: text.clone() },
        ArticleBlock::Heading(text) => ManualBlock::Heading { heading: text.clone() },
        ArticleBlock::Code(code) => {
            let code = code.clone();
            ManualBlock::Program(ManualProgram { code, is_wrong: None, open: None })
        }
        ArticleBlock::Quote(text) => ManualBlock::Quote { quote: text.clone() },
        ArticleBlock::Program(program) => program_block(program, name),
        ArticleBlock::Saying(page) => ManualBlock::Quote { quote: saying(page) },
        ArticleBlock::Form(form, lines) => {
            ManualBlock::Form { form: form.clone(), lines: lines.clone() }
        }
        ArticleBlock::Table { head, rows } => {
            ManualBlock::Table { table: rows.clone(), head: head.clone() }
        }
    }
}

/// A program with what it takes to open it: the source is the first file.
fn program_block(program: &ExampleProgram, name: &str) -> ManualBlock {
    let own = format!("{}.asm", name.to_lowercase().replace(' ', "-"));
    let file = |path: &str, text: &str| FileText { path: path.to_owned(), text: text.to_owned() };
    let mut files = vec![file(&own, &program.source)];
    files.extend(program.files.iter().map(|(path, text)| file(path, text)));
    let further = program.files.iter().filter(|_| program.has_further).map(|(path, _)| path);
    let roots = std::iter::once(&own).chain(further).cloned().collect();
    let stdin = (!program.input.is_empty()).then(|| program.input.clone());
    let options = RunOptions { stdin, ..RunOptions::default() };
    ManualBlock::Program(ManualProgram {
        code: program.source.clone(),
        is_wrong: Some(program.is_wrong),
        open: Some(OpenableProgram { files, roots, options }),
    })
}

/// The assembler's messages about the wrong example of a code.
fn saying(page: &codes::DiagnosticPage) -> String {
    let Some(diagnostic) = page.diagnostic() else { return String::new() };
    let severity = match diagnostic.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let sources = page.wrong_sources();
    let (line, _) = sources.file(diagnostic.span.file).locate(diagnostic.span.start);
    let mut lines = vec![format!("line {line}: {severity}: {}", diagnostic.problem.message())];
    lines.extend(diagnostic.help.iter().map(|help| format!("help: {help}")));
    lines.join("\n")
}
