//! The flags of a check, for a command that repeats it.

use clap::ValueEnum;

use crate::cli::check::CheckArgs;
use crate::files;

/// The flags, as they were typed, that decide on the cases and how the program is understood.
pub(super) fn flags(typed: &CheckArgs) -> Vec<String> {
    // These two always: they name the generated cases, whatever the defaults of another version
    // are.
    let mut flags = vec![format!("--cases={}", typed.cases), format!("--seed={}", typed.seed)];
    let mut say = |flag: &str, value: Option<String>| {
        // Joined by `=`, so that a value that begins with `-` stays a value.
        flags.extend(value.map(|value| format!("--{flag}={value}")));
    };
    say("adapter", typed.adapter.as_deref().map(files::name));
    say("pack", typed.pack.clone());
    say("bitmap", typed.bitmap.clone());
    let rules = &typed.rules;
    say("impl", rules.implementation.as_ref().and_then(word));
    say("use", rules.usage.as_ref().and_then(word));
    say("side", rules.side.map(|side| side.to_string()));
    say("trials", rules.trials.map(|trials| trials.to_string()));
    say("first", rules.first.as_ref().and_then(word));
    for (flag, is_set) in [("--clear-lines", rules.clear_lines), ("--strict", typed.strict)] {
        flags.extend(is_set.then(|| flag.to_owned()));
    }
    flags
}

fn word(value: &impl ValueEnum) -> Option<String> {
    value.to_possible_value().map(|value| value.get_name().to_owned())
}
