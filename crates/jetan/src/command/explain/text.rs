//! How an article of the manual looks in a terminal.

use jetan_manual::{Article, Block};

use crate::render::{human, wrapped};

/// An article: its title, and its blocks with an empty line before each.
pub(super) fn page(article: &Article) -> String {
    let mut parts = vec![format!("{}\n", article.title)];
    for block in &article.blocks {
        parts.push("\n".to_owned());
        parts.push(text(block));
    }
    parts.concat()
}

fn text(block: &Block) -> String {
    match block {
        Block::Text(text) => text.lines().map(|line| wrapped(line, "")).collect(),
        Block::Heading(text) => format!("{text}:\n"),
        Block::Code(code) => code.clone(),
        Block::Quote(text) => indented(text),
        Block::Program(program) => indented(&program.source),
        Block::Saying(page) => page.diagnostic().map_or(String::new(), |diagnostic| {
            indented(&human::single(&diagnostic, &page.wrong_sources()))
        }),
        Block::Form(statement, lines) => {
            let lines = lines.iter().map(|line| wrapped(line, "      "));
            format!("  {statement}\n{}", lines.collect::<String>())
        }
        Block::Table { head, rows } => table(head, rows),
    }
}

/// Columns; those of numbers are aligned at the right, and a line is under the titles.
fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let plain = |row: &Vec<String>| -> Vec<String> {
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
