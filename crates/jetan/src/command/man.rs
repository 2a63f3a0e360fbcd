//! `jetan man`: the manual pages, in roff.

use std::path::Path;

use clap_mangen::Man;

use crate::cli;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files;

/// Prints the page of a command, named by one word or two, or that of Jetan as a whole.
pub(crate) fn run(command: &[String], console: &Console) -> Result<Exit, CommandFailure> {
    let mut definition = cli::definition();
    // Fills in what clap otherwise derives while it parses, such as the full names of sub-commands.
    definition.build();
    let mut described = &definition;
    for (idx, word) in command.iter().enumerate() {
        described = described.find_subcommand(word).ok_or_else(|| {
            let typed = command[..=idx].join(" ");
            CommandFailure::usage(format!("jetan: there is no command `{typed}`"))
        })?;
    }
    let mut page = Vec::new();
    Man::new(described.clone()).render(&mut page).expect("writing to memory does not fail");
    console.raw_result(&page)?;
    Ok(Exit::Success)
}

/// Writes the pages of all commands into a folder, which must be there.
pub(crate) fn write_all(folder: &Path) -> Result<Exit, CommandFailure> {
    let unwritable = |error| {
        CommandFailure::unreadable(format!(
            "jetan: {}: {}",
            files::name(folder),
            files::reason(&error)
        ))
    };
    clap_mangen::generate_to(cli::definition(), folder).map_err(unwritable)?;
    Ok(Exit::Success)
}
