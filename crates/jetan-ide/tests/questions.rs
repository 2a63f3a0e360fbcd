//! What is answered to the questions in `testdata/ide`; the README there says how they are asked.

#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use jetan_asm::source::UnreadableFile;
use jetan_asm::{AssemblyOptions, FileId, SourceSet, Span};
use jetan_ide::fix::QuickFix;
use jetan_ide::format::FormatStyle;
use jetan_ide::page::{HoverBlock, HoverPage};
use jetan_ide::symbols::FileSymbol;
use jetan_ide::{Analysis, SourceEdit, apply};

/// A question: its place in the source, and what is asked.
struct Question {
    file: FileId,
    offset: u32,
    asked: String,
}

struct Case {
    analysis: Analysis,
    questions: Vec<Question>,
    /// What is asked about whole files.
    shown: Vec<String>,
}

#[test]
fn every_question_is_answered_as_before() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/ide");
    let entries = std::fs::read_dir(&folder).expect("the cases are there");
    let paths = entries.map(|entry| entry.expect("a folder can be listed").path());
    let mut sources: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "asm")).collect();
    sources.sort();
    assert!(sources.len() > 5);
    for path in sources {
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let name = path.file_name().expect("it has a name").to_string_lossy();
        let case = read(&name, &text);
        expect_test::expect_file![path.with_extension("txt")].assert_eq(&answers(&case));
    }
}

/// Takes the questions out of a case.
fn read(name: &str, text: &str) -> Case {
    let mut files = vec![(name.to_owned(), String::new())];
    let mut roots = vec![name.to_owned()];
    let mut asked: Vec<(usize, u32, String)> = Vec::new();
    let mut line_start = 0;
    for line in text.lines() {
        if let Some(header) = line.strip_prefix("#-- ") {
            let (name, kind) = header.split_once(' ').unwrap_or((header, ""));
            files.push((name.to_owned(), String::new()));
            if kind != "included" {
                roots.push(name.to_owned());
            }
            continue;
        }
        let at = files.len() - 1;
        if let Some((column, question)) = question(line) {
            asked.push((at, line_start + column, question.to_owned()));
            continue;
        }
        let (_, file) = &mut files[at];
        line_start = file.len() as u32;
        file.push_str(line);
        file.push('\n');
    }
    let mut read = |name: &str| {
        let found = files.iter().find(|(other, _)| other == name);
        found.map(|(_, text)| text.clone().into_bytes()).ok_or(UnreadableFile::Missing)
    };
    let sources = SourceSet::load(&roots, &mut read).expect("all files are there");
    let questions = asked.into_iter().map(|(at, offset, asked)| Question {
        file: sources.id(&files[at].0).expect("the file is read"),
        offset,
        asked,
    });
    let questions = questions.collect();
    let shown = text.strip_prefix("# show: ").and_then(|rest| rest.lines().next());
    let shown = shown.unwrap_or("").split_whitespace().map(str::to_owned).collect();
    Case { questions, shown, analysis: Analysis::new(sources, &AssemblyOptions::default(), None) }
}

/// The column and the words of a line that asks something.
fn question(line: &str) -> Option<(u32, &str)> {
    let rest = line.strip_prefix('#')?.trim_start_matches(' ');
    let asked = rest.strip_prefix("^ ").or_else(|| rest.strip_prefix("| "))?;
    Some(((line.len() - rest.len()) as u32, asked))
}

fn answers(case: &Case) -> String {
    let analysis = &case.analysis;
    let mut out = String::new();
    for Question { file, offset, asked } in &case.questions {
        let at = place(analysis, Span { file: *file, start: *offset, end: *offset });
        let (what, argument) = asked.split_once(' ').unwrap_or((asked, ""));
        let answer = match what {
            "hover" => match analysis.hover(*file, *offset) {
                Some(hover) => format!("{}\n{}", quoted(analysis, hover.span), page(&hover.page)),
                None => "nothing\n".to_owned(),
            },
            "complete" => completions(analysis, *file, *offset),
            "signature" => signatures(analysis, *file, *offset),
            "definition" => places(analysis, &analysis.definitions(*file, *offset)),
            "references" => places(analysis, &analysis.references(*file, *offset, true)),
            "same" => places(analysis, &analysis.occurrences(*file, *offset)),
            "rename" => match analysis.rename(*file, *offset, argument) {
                Ok(found) => edits(analysis, &found),
                Err(refusal) => format!("{refusal}\n"),
            },
            "fix" => fixes(analysis, &analysis.fixes(*file, *offset, *offset)),
            "calls" => calls(analysis, *file, *offset),
            other => panic!("{at}: no question `{other}`"),
        };
        let _ = writeln!(out, "{at} {asked}: {answer}");
    }
    for what in &case.shown {
        for &file in analysis.sources().roots() {
            let _ = writeln!(out, "{what}:\n{}", shown(analysis, what, file));
        }
    }
    out
}

fn place(analysis: &Analysis, span: Span) -> String {
    let file = analysis.sources().file(span.file);
    let (line, column) = file.locate(span.start);
    format!("{} {line}:{}", file.name(), column + 1)
}

fn quoted(analysis: &Analysis, span: Span) -> String {
    format!("`{}`", analysis.sources().text(span))
}

fn places(analysis: &Analysis, spans: &[Span]) -> String {
    let shown =
        |span: &Span| format!("\n    {} {}", place(analysis, *span), quoted(analysis, *span));
    spans.iter().map(shown).collect::<String>() + "\n"
}

fn page(page: &HoverPage) -> String {
    let mut out = format!("    {} ({})\n", page.title, page.kind);
    for block in &page.blocks {
        let lines: Vec<String> = match block {
            HoverBlock::Text(text) => text.lines().map(str::to_owned).collect(),
            HoverBlock::Code(code) => code.lines().map(|line| format!("| {line}")).collect(),
            HoverBlock::Table(rows) => {
                rows.iter().map(|row| format!("- {}", row.join(" / "))).collect()
            }
        };
        for line in lines {
            let _ = writeln!(out, "    {line}");
        }
    }
    out
}

fn completions(analysis: &Analysis, file: FileId, offset: u32) -> String {
    let found = analysis.complete(file, offset);
    let files = if found.wants_file { " and files" } else { "" };
    let mut out = format!("{}{files}\n", quoted(analysis, found.span));
    for item in found.items.iter().take(12) {
        let _ = writeln!(out, "    {:?} {} {}", item.kind, item.text, item.detail);
    }
    if found.items.len() > 12 {
        let _ = writeln!(out, "    and {} more", found.items.len() - 12);
    }
    out
}

fn signatures(analysis: &Analysis, file: FileId, offset: u32) -> String {
    let Some(found) = analysis.signature(file, offset) else { return "nothing\n".to_owned() };
    let form = &found.forms[found.active];
    let operand = form.operands.get(found.operand).map(|&(start, end)| &form.label[start..end]);
    let count = found.forms.len();
    format!("{} of {count}: {} → {}\n", found.active + 1, form.label, operand.unwrap_or("-"))
}

fn edits(analysis: &Analysis, edits: &[SourceEdit]) -> String {
    let shown = |edit: &SourceEdit| {
        let at = place(analysis, edit.span);
        format!("\n    {at} {} → `{}`", quoted(analysis, edit.span), edit.text.trim_end())
    };
    edits.iter().map(shown).collect::<String>() + "\n"
}

fn fixes(analysis: &Analysis, fixes: &[QuickFix]) -> String {
    let shown = |fix: &QuickFix| {
        let code = analysis.diagnostics()[fix.diagnostic].code().0;
        format!("\n  {code} {}{}", fix.title, edits(analysis, &fix.edits).trim_end())
    };
    fixes.iter().map(shown).collect::<String>() + "\n"
}

/// The procedure at an offset, who calls it and whom it calls.
fn calls(analysis: &Analysis, file: FileId, offset: u32) -> String {
    let Some(procedure) = analysis.procedure_at(file, offset) else { return "nothing\n".into() };
    let mut out = format!("{}\n", procedure.name);
    let ends = [
        ("from", analysis.callers(procedure.name_span)),
        ("to", analysis.callees(procedure.name_span)),
    ];
    for (way, calls) in ends {
        for call in calls {
            let places = places(analysis, &call.places);
            let _ = write!(out, "  {way} {}{places}", call.procedure.name);
        }
    }
    out
}

fn shown(analysis: &Analysis, what: &str, file: FileId) -> String {
    let source = analysis.sources().file(file);
    match what {
        "symbols" => entries(analysis, &analysis.symbols(file), 1),
        "folds" => {
            let fold = |span: Span| (source.locate(span.start).0, source.locate(span.end).0);
            let folds = analysis.folds(file).into_iter().map(|one| (fold(one.span), one.kind));
            let line = |((from, to), kind)| format!("    {from}-{to} {kind:?}\n");
            folds.map(line).collect()
        }
        "hints" => {
            let mut out = String::new();
            for hint in analysis.hints(file, 0..u32::MAX) {
                let at = place(analysis, Span { file, start: hint.offset, end: hint.offset });
                let _ = writeln!(out, "    {at} {:?} {}", hint.kind, hint.text);
            }
            out
        }
        "format" => apply(source.text(), &analysis.format(file, &FormatStyle::default())),
        "classes" => {
            let mut out = String::new();
            for one in analysis.classes(file) {
                let span = Span { file, start: one.start, end: one.end };
                let at = place(analysis, span);
                let _ = writeln!(out, "    {at} {:?} {}", one.class, quoted(analysis, span));
            }
            out
        }
        other => panic!("nothing shows `{other}`"),
    }
}

fn entries(analysis: &Analysis, all: &[FileSymbol], depth: usize) -> String {
    let mut out = String::new();
    for entry in all {
        let indent = "    ".repeat(depth);
        let (from, to) =
            (place(analysis, entry.name_span), Span { start: entry.span.end, ..entry.span });
        let to = place(analysis, to);
        let _ =
            writeln!(out, "{indent}{:?} {} {} {from}-{to}", entry.kind, entry.name, entry.detail);
        out += &entries(analysis, &entry.children, depth + 1);
    }
    out
}
