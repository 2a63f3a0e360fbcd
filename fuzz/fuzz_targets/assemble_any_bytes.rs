//! Any bytes as a source, in both dialects: no panic, and every span inside the text of its file.

#![no_main]

use jetan_asm::{AssemblyOptions, Dialect, SourceSet, assemble};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut sources = SourceSet::default();
    let file = sources.add("main.asm", bytes);
    sources.add_root(file);
    for dialect in [Dialect::JETAN, Dialect::MARS] {
        let options = AssemblyOptions { dialect, ..AssemblyOptions::default() };
        let (_, diagnostics) = assemble(&sources, &options);
        for diagnostic in diagnostics {
            let span = diagnostic.span;
            let text = sources.file(span.file).text();
            let marked = text.get(span.start as usize..span.end as usize);
            assert!(marked.is_some(), "{diagnostic:?}");
        }
    }
});
