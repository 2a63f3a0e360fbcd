//! What must hold for our own programs: they are in the columns of the house, every word of them
//! can be explained, and every name can be changed and changed back.

#![expect(clippy::disallowed_methods, reason = "reads the programs and recorded cases")]

use std::path::{Path, PathBuf};

use jetan_asm::problem::Severity;
use jetan_asm::source::UnreadableFile;
use jetan_asm::{AssemblyOptions, Dialect, SourceSet};
use jetan_ide::classes::TokenClass;
use jetan_ide::format::FormatStyle;
use jetan_ide::{Analysis, SourceEdit, apply};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All sources below a folder, sorted.
fn sources_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("a folder can be listed").path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|kind| kind == "asm") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn load(paths: &[&Path]) -> SourceSet {
    let names: Vec<String> = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    SourceSet::load(&names, &mut |name| std::fs::read(name).map_err(|_| UnreadableFile::Missing))
        .expect("the sources are there")
}

/// The programs as they are run: four files of one, and others that include what they need.
fn programs() -> Vec<Analysis> {
    let folder = root().join("programs");
    let joined = ["main", "state", "display", "io"];
    let joined = joined.map(|name| folder.join(format!("connect-four/{name}.asm")));
    let mut sets = vec![joined.to_vec(), vec![folder.join("2048/main.asm")]];
    for name in ["sudoku", "tetrisito", "four-in-a-row", "examples"] {
        let own = sources_below(&folder.join(name));
        let whole =
            own.into_iter().filter(|path| !path.parent().is_some_and(|at| at.ends_with("parts")));
        sets.extend(whole.map(|path| vec![path]));
    }
    let mut analyses = Vec::new();
    for set in sets {
        let paths: Vec<&Path> = set.iter().map(PathBuf::as_path).collect();
        let analysis = Analysis::new(load(&paths), &AssemblyOptions::default(), None);
        let errors = analysis.diagnostics().iter().filter(|one| one.severity() == Severity::Error);
        assert_eq!(errors.count(), 0, "{set:?}");
        analyses.push(analysis);
    }
    assert!(analyses.len() > 10);
    analyses
}

#[test]
fn our_programs_are_in_columns_already() {
    for path in sources_below(&root().join("programs")) {
        let sources = load(&[&path]);
        let file = sources.roots()[0];
        let analysis = Analysis::new(sources, &AssemblyOptions::default(), None);
        let edits = analysis.format(file, &FormatStyle::default());
        let text = analysis.sources().file(file).text();
        let changed = apply(text, &edits);
        let different: Vec<_> = text.lines().zip(changed.lines()).filter(|(a, b)| a != b).collect();
        assert!(different.is_empty(), "{}: {different:#?}", path.display());
    }
}

#[test]
fn programs_of_others_stay_the_same_in_columns() {
    let mut programs = 0;
    for folder in ["testdata/asm", "testdata/mars", "testdata/run", "testdata/check"] {
        for path in sources_below(&root().join(folder)) {
            for dialect in [Dialect::JETAN, Dialect::MARS] {
                let options = AssemblyOptions { dialect, ..AssemblyOptions::default() };
                let before = Analysis::new(load(&[&path]), &options, None);
                let all = before.sources().ids();
                let edits: Vec<SourceEdit> =
                    all.flat_map(|file| before.format(file, &FormatStyle::default())).collect();
                let after = Analysis::new(with(before.sources(), &edits), &options, None);
                // The text of other encodings becomes UTF-8, and so do its strings.
                let is_foreign = |file| before.sources().file(file).windows_1252().is_some();
                if before.sources().ids().any(is_foreign) {
                    continue;
                }
                let image = |analysis: &Analysis| analysis.program().map(|one| one.image.clone());
                assert_eq!(image(&before), image(&after), "{}", path.display());
                programs += usize::from(before.program().is_some());
            }
        }
    }
    assert!(programs > 300, "{programs}");
}

#[test]
fn every_word_of_our_programs_is_explained() {
    let mut explained = 0;
    for analysis in programs() {
        for file in analysis.sources().ids() {
            for word in analysis.classes(file) {
                let text =
                    &analysis.sources().file(file).text()[word.start as usize..word.end as usize];
                assert!(!matches!(word.class, TokenClass::Unknown | TokenClass::Error), "{text}");
                if matches!(word.class, TokenClass::Comment | TokenClass::Punctuation) {
                    assert_eq!(
                        analysis
                            .hover(file, word.start)
                            .filter(|hover| { hover.span.start == word.start }),
                        None,
                        "{text}"
                    );
                } else {
                    let hover = analysis.hover(file, word.start);
                    let hover = hover.unwrap_or_else(|| panic!("nothing to say about {text}"));
                    assert_eq!(
                        (hover.span.start, hover.span.end),
                        (word.start, word.end),
                        "{text}"
                    );
                    assert!(!hover.page.title.is_empty() && !hover.page.kind.is_empty());
                    explained += 1;
                }
            }
        }
    }
    assert!(explained > 5_000, "{explained}");
}

#[test]
fn names_can_be_changed_and_changed_back() {
    let mut renamed = 0;
    for analysis in programs() {
        for file in analysis.sources().ids() {
            let entries = analysis.symbols(file);
            for entry in entries.iter().step_by(7) {
                let at = entry.name_span.start;
                let edits = analysis.rename(file, at, "some_other_name");
                let edits = edits.unwrap_or_else(|why| panic!("{}: {why}", entry.name));
                let changed = with(analysis.sources(), &edits);
                let again = Analysis::new(changed, &AssemblyOptions::default(), None);
                let moved =
                    edits.iter().filter(|edit| edit.span.file == file && edit.span.start < at);
                let shift = moved.count() as i64
                    * ("some_other_name".len() as i64 - entry.name.len() as i64);
                let at = u32::try_from(i64::from(at) + shift).expect("it is in the file");
                let back = again.rename(file, at, &entry.name).expect("the name was free");
                let back = with(again.sources(), &back);
                for file in back.ids() {
                    assert_eq!(back.file(file).text(), analysis.sources().file(file).text());
                }
                renamed += 1;
            }
        }
    }
    assert!(renamed > 30, "{renamed}");
}

fn with(sources: &SourceSet, edits: &[SourceEdit]) -> SourceSet {
    let mut changed = sources.clone();
    for file in sources.ids() {
        let own: Vec<SourceEdit> =
            edits.iter().filter(|edit| edit.span.file == file).cloned().collect();
        changed.replace(file, apply(sources.file(file).text(), &own).as_bytes());
    }
    changed
}

#[test]
fn a_fix_puts_its_problem_right() {
    let mut cured = 0;
    for path in sources_below(&root().join("testdata/asm/mistakes")) {
        let sources = load(&[&path]);
        let file = sources.roots()[0];
        let analysis = Analysis::new(sources, &AssemblyOptions::default(), None);
        let end = analysis.sources().file(file).text().len() as u32;
        for fix in analysis.fixes(file, 0, end) {
            let problem = &analysis.diagnostics()[fix.diagnostic].problem;
            let changed = with(analysis.sources(), &fix.edits);
            let after = Analysis::new(changed, &AssemblyOptions::default(), None);
            let left = after.diagnostics().iter().filter(|one| one.problem == *problem).count();
            let before = analysis.diagnostics().iter().filter(|one| one.problem == *problem);
            assert!(left < before.count(), "{}: {}", path.display(), fix.title);
            cured += 1;
        }
    }
    assert!(cured > 40, "{cured}");
}
