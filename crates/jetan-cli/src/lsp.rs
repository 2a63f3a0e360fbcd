//! The flags of `jetan lsp`.

use clap::Args;

/// Run the language server, for editors.
///
/// It speaks the Language Server Protocol on standard input and standard output: errors with fixes
/// while typing, hover, completion, renaming, formatting and more. An editor starts it; see
/// docs/editors.md.
#[derive(Debug, Args)]
pub struct LspArgs {
    /// Accepted because some editors add it; standard input and output are always used.
    #[arg(long)]
    pub stdio: bool,
}
