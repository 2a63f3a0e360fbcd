//! Whatever the text and wherever the cursor, an editor gets its answers; formatting changes no
//! program, and nothing that is formatted.

#![no_main]

use jetan_asm::{AssemblyOptions, Dialect, FileId, SourceSet};
use jetan_ide::format::FormatStyle;
use jetan_ide::{Analysis, apply};
use libfuzzer_sys::fuzz_target;

/// How many places of a text are asked about.
const PLACES: usize = 8;

fuzz_target!(|text: &str| {
    for dialect in [Dialect::JETAN, Dialect::MARS] {
        let options = AssemblyOptions { dialect, ..AssemblyOptions::default() };
        let sources = SourceSet::single("main.asm", text);
        let file = sources.roots()[0];
        let analysis = Analysis::new(sources, &options, None);
        for at in (0..=text.len() + 1).step_by(text.len() / PLACES + 1) {
            ask(&analysis, file, at as u32);
        }
        analysis.classes(file);
        analysis.symbols(file);
        analysis.folds(file);
        analysis.fixes(file, 0, u32::MAX);
        let formatted = apply(text, &analysis.format(file, &FormatStyle::default()));
        let again = Analysis::new(SourceSet::single("main.asm", &formatted), &options, None);
        assert!(again.format(file, &FormatStyle::default()).is_empty());
        let image = |analysis: &Analysis| analysis.program().map(|program| program.image.clone());
        assert_eq!(image(&analysis), image(&again));
    }
});

fn ask(analysis: &Analysis, file: FileId, at: u32) {
    analysis.hover(file, at);
    analysis.complete(file, at);
    analysis.signature(file, at);
    analysis.definitions(file, at);
    analysis.occurrences(file, at);
    // A refusal is an answer.
    let _ = analysis.rename(file, at, "fresh");
}
