//! `jetan man`: the manual pages, in roff.

use clap_mangen::Man;

use crate::cli;
use crate::console::Console;
use crate::exit::{Exit, Failure};

/// Prints the page of a command, or that of Jetan as a whole.
pub(crate) fn run(command: Option<&str>, console: &Console) -> Result<Exit, Failure> {
    let mut definition = cli::definition();
    definition.build();
    let described = match command {
        None => definition,
        Some(name) => match definition.find_subcommand(name) {
            Some(found) => found.clone(),
            None => return Err(Failure::usage(format!("jetan: there is no command `{name}`"))),
        },
    };
    let mut page = Vec::new();
    Man::new(described).render(&mut page).expect("writing to memory does not fail");
    console.result(page)?;
    Ok(Exit::Success)
}
