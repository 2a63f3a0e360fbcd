//! The flags of `jetan run` that look inside the run.

use clap::Args;
use jetan_debug::checks::Checks;

/// What is looked at while a program runs, and when it has stopped.
#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct Inside {
    /// Look for mistakes that a run does not notice, at about half the speed of the interpreter:
    /// uninitialised (registers, stack and sbrk memory), saved (registers and `$ra` that are not
    /// restored), temporaries (that a call has changed), stack (not balanced, or no longer there),
    /// bounds (behind the end of a symbol or sbrk block), addresses (taken for numbers). Without
    /// LIST, all of them. What is found is told on standard error when the program has stopped.
    #[arg(
        long,
        value_name = "LIST",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all",
        value_parser = Checks::parse,
    )]
    pub(crate) check: Option<Checks>,
}
