//! The tables as editors read them: the grammar of VS Code, snippets, and the words for the grammar
//! of Tree-sitter, all below `editors`.
//!
//! Files are built as text only; a test compares them with the committed ones and rewrites those on
//! request.

mod json;
mod snippets;
mod textmate;
mod words;

/// Every generated file: its path from the root of the tree and its contents.
pub fn files() -> Vec<(&'static str, String)> {
    vec![
        ("editors/vscode/syntaxes/mips.tmLanguage.json", textmate::grammar().text()),
        ("editors/vscode/snippets/services.json", snippets::services().text()),
        ("editors/tree-sitter-mars/words.json", words::words().text()),
    ]
}
