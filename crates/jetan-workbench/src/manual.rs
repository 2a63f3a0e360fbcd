//! The manual for the wire: its list of contents, looking for words in it, its articles.

use jetan_asm::codes;
use jetan_asm::problem::Severity;
use jetan_manual::{Article, Block, Entry, Program, Section};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::message::{Answer, Refusal};
use crate::workbench::Desk;

/// Entries that a search gives; nobody reads more.
const FOUND_MAX: usize = 60;
/// Characters of a name that a refusal repeats.
const SHOWN_CHARS: usize = 60;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Index {
    search: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Page {
    name: String,
}

/// Everything there is, section by section, or what has the words of a search.
pub(crate) fn index(_: &mut Desk<'_>, asked: Index) -> Answer {
    let Some(query) = asked.search else {
        let all = jetan_manual::index();
        let section = |section: Section| {
            let own = all.iter().filter(|entry| entry.section == section);
            json!({"title": section.title(), "entries": own.map(entry).collect::<Vec<_>>()})
        };
        return Ok(json!({"sections": Section::ALL.map(section)}));
    };
    let found = jetan_manual::search(&query, FOUND_MAX);
    let mut answer = json!({"entries": found.iter().map(entry).collect::<Vec<_>>()});
    if found.is_empty()
        && let Some(near) = near(&query)
    {
        answer["near"] = Value::from(near);
    }
    Ok(answer)
}

fn entry(entry: &Entry) -> Value {
    let Entry { name, title, section, summary } = entry;
    json!({"name": name, "title": title, "kind": section.kind(), "summary": summary})
}

/// The closest name there is, of a text that may be one.
fn near(typed: &str) -> Option<&'static str> {
    (typed.len() <= SHOWN_CHARS).then(|| jetan_manual::suggestion(typed)).flatten()
}

/// Every article that goes by a name: the one of exactly this name, or all that it may mean.
pub(crate) fn page(_: &mut Desk<'_>, asked: Page) -> Answer {
    let name = asked.name.trim();
    let exact = jetan_manual::article(name);
    let found = exact.map_or_else(
        || if name.len() > SHOWN_CHARS { Vec::new() } else { jetan_manual::find(name) },
        |article| vec![article],
    );
    if found.is_empty() {
        let shown: String = name.chars().take(SHOWN_CHARS).collect();
        let hint = near(name).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        let message = format!("there is nothing to explain about `{shown}`{hint}");
        return Err(Refusal::new("no-page", message));
    }
    Ok(json!({"pages": found.iter().map(article).collect::<Vec<_>>()}))
}

fn article(article: &Article) -> Value {
    let blocks = article.blocks.iter().map(|one| block(one, &article.name));
    json!({
        "name": article.name, "title": article.title, "kind": article.section.kind(),
        "blocks": blocks.collect::<Vec<_>>(),
    })
}

fn block(block: &Block, name: &str) -> Value {
    match block {
        Block::Text(text) => json!({"text": text}),
        Block::Heading(text) => json!({"heading": text}),
        Block::Code(code) => json!({"code": code}),
        Block::Quote(text) => json!({"quote": text}),
        Block::Program(program) => program_block(program, name),
        Block::Saying(page) => json!({"quote": saying(page)}),
        Block::Form(statement, lines) => json!({"form": statement, "lines": lines}),
        Block::Table { head, rows } => json!({"table": rows, "head": head}),
    }
}

/// A program with what it takes to open it: the source is the first file.
fn program_block(program: &Program, name: &str) -> Value {
    let own = format!("{}.asm", name.to_lowercase().replace(' ', "-"));
    let file = |path: &str, text: &str| json!({"path": path, "text": text});
    let mut files = vec![file(&own, &program.source)];
    files.extend(program.files.iter().map(|(path, text)| file(path, text)));
    let further = program.files.iter().filter(|_| program.has_further).map(|(path, _)| path);
    let roots: Vec<&str> = std::iter::once(&own).chain(further).map(String::as_str).collect();
    let options =
        if program.input.is_empty() { json!({}) } else { json!({"stdin": program.input}) };
    json!({
        "code": program.source, "isWrong": program.is_wrong,
        "open": {"files": files, "roots": roots, "options": options},
    })
}

/// What the assembler says about the wrong example of a code.
fn saying(page: &codes::Page) -> String {
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
