//! The articles of the manual as text for a terminal.

use jetan_asm::codes::{DiagnosticPage, PAGES};
use jetan_isa::Mnemonic;
use jetan_isa::directives::DIRECTIVES;
use jetan_isa::memory_map::MEMORY_MAPS;
use jetan_isa::mnemonics::MNEMONIC_COUNT;
use jetan_isa::syscalls::SERVICES;
use jetan_isa::topics::TOPICS;
use jetan_manual::{Article, ArticleBlock, runtime_codes};

use crate::paint::{BOLD, TextPaint};
use crate::{human, wrapped};

/// An article: its title, and its blocks with an empty line before each.
pub fn page(article: &Article) -> String {
    let mut parts = vec![format!("{}\n", article.title)];
    for block in &article.blocks {
        parts.push("\n".to_owned());
        parts.push(text(block));
    }
    parts.concat()
}

/// A page with its title and its headings in bold, where there are colours.
pub fn painted(page: &str, paint: TextPaint) -> String {
    let line = |(idx, line): (usize, &str)| {
        let is_bold = (idx == 0 || is_heading(line)) && !line.is_empty();
        if is_bold { paint.with(&[BOLD], line) + "\n" } else { format!("{line}\n") }
    };
    page.lines().enumerate().map(line).collect::<String>()
}

/// A line of its own that ends in a colon, at the left.
fn is_heading(line: &str) -> bool {
    // Labels in programs end in a colon too; they are indented by three blanks or more, or have a
    // comment.
    line.ends_with(':') && !line.starts_with("   ") && !line.contains('#')
}

/// The list of everything that can be explained.
pub fn contents() -> String {
    let services: Vec<String> =
        SERVICES.iter().map(|row| format!("{} {}", row.number, row.name)).collect();
    let directives: Vec<&str> = DIRECTIVES.iter().map(|row| row.name).collect();
    let maps: Vec<&str> = MEMORY_MAPS.iter().map(|map| map.name).collect();
    let mnemonics: Vec<&str> = Mnemonic::all().map(Mnemonic::name).collect();
    let (first, last) = (PAGES.first(), PAGES.last());
    let code = |page: Option<&DiagnosticPage>| page.map_or("", |page| page.code);
    let runtime: Vec<&str> = runtime_codes::all().map(|page| page.code).collect();
    let topics: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    let mut parts = vec!["`jetan explain WHAT` explains\n".to_owned()];
    for (title, names) in [
        ("a topic, with programs to try".to_owned(), topics.join(" ")),
        ("an error or warning code".to_owned(), format!("{} to {}", code(first), code(last))),
        ("the code of an error at run time".to_owned(), runtime.join(" ")),
        (format!("one of {MNEMONIC_COUNT} instructions"), mnemonics.join(" ")),
        ("a directive".to_owned(), directives.join(" ")),
        ("a register".to_owned(), "$zero $t0 $8 … $f0 … vaddr status cause epc".to_owned()),
        ("a service, by number or name".to_owned(), services.join(", ")),
        ("a memory configuration".to_owned(), maps.join(" ")),
    ] {
        parts.push(format!("\n{title}:\n{}", wrapped(&names, "  ")));
    }
    parts.concat()
}

fn text(block: &ArticleBlock) -> String {
    match block {
        ArticleBlock::Text(text) => text.lines().map(|line| wrapped(line, "")).collect(),
        ArticleBlock::Heading(text) => format!("{text}:\n"),
        ArticleBlock::Code(code) => code.clone(),
        ArticleBlock::Quote(text) => indented(text),
        ArticleBlock::Program(program) => indented(&program.source),
        ArticleBlock::Saying(page) => page.diagnostic().map_or(String::new(), |diagnostic| {
            indented(&human::single(&diagnostic, &page.wrong_sources()))
        }),
        ArticleBlock::Form(statement, lines) => {
            let lines = lines.iter().map(|line| wrapped(line, "      "));
            format!("  {statement}\n{}", lines.collect::<String>())
        }
        ArticleBlock::Table { head, rows } => table(head, rows),
    }
}

/// Columns; those of numbers are aligned at the right, and a line is under the titles.
fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let plain = |row: &Vec<String>| -> Vec<String> {
        // Backticks are markup for the studio and would only take room in a table of the terminal.
        row.iter().map(|cell| cell.replace('`', "")).collect()
    };
    let head = (!head.is_empty()).then(|| plain(&head.to_vec()));
    let rows: Vec<Vec<String>> = rows.iter().map(plain).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let all = || head.iter().chain(&rows);
    let widths: Vec<usize> = (0..columns)
        .map(|at| all().map(|row| row[at].chars().count()).max().unwrap_or(0))
        .collect();
    let is_number = |at: usize| rows.iter().all(|row| row[at].parse::<u32>().is_ok());
    let numbers: Vec<bool> = (0..columns).map(is_number).collect();
    let line = |row: &Vec<String>| {
        let cell = |(at, cell): (usize, &String)| {
            let width = widths[at];
            if numbers[at] { format!("{cell:>width$}") } else { format!("{cell:width$}") }
        };
        let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
        format!("  {}\n", cells.join("  ").trim_end())
    };
    let rule = head.as_ref().map(|_| widths.iter().map(|&width| "-".repeat(width)).collect());
    head.iter().chain(&rule).chain(&rows).map(line).collect()
}

fn indented(text: &str) -> String {
    let indent =
        |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    text.lines().map(indent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_fits_a_terminal() {
        for entry in jetan_manual::index() {
            let article = jetan_manual::article(&entry.name).expect("it is in the index");
            let page = page(&article);
            assert!(page.ends_with('\n') && !page.contains("\n\n\n"), "{}", entry.name);
            let wide = page.lines().find(|line| line.chars().count() > 140);
            assert_eq!(wide, None, "{}", entry.name);
        }
    }
}
