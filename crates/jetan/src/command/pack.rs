//! `jetan pack`: check packs, list them, begin one.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use jetan_report::{self as render, counted};
use jetan_run::LoadError;
use jetan_run::loader::{PACK_FILE, PackText, find_pack};

use crate::cli;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files;
use crate::packs::{self, PackFiles};

/// The text that `jetan pack new` writes; `NAME` stands for the name.
const START: &str = include_str!("pack/start.toml");

/// Does what was asked for.
pub(crate) fn run(typed: &cli::PackArgs, console: &Console) -> Result<Exit, CommandFailure> {
    match &typed.what {
        cli::PackCommand::Check { packs } => check(packs, console),
        cli::PackCommand::List => list(console),
        cli::PackCommand::New { folder } => begin(folder, console),
    }
}

/// Reads packs and reports everything that is wrong with them.
fn check(names: &[String], console: &Console) -> Result<Exit, CommandFailure> {
    let mut exit = Exit::Success;
    for name in names {
        match find_pack(name, &mut PackFiles) {
            Ok(pack) => {
                let services = counted(pack.services.len(), "service");
                console.result(format!("{} {}: {services}\n", pack.name, pack.version))?;
            }
            Err(LoadError::BadPack { text: PackText { file, text }, errors }) => {
                let colored = console.is_colored();
                console.report(&render::pack::report(
                    &errors,
                    &file,
                    &text,
                    colored,
                    Console::fold(),
                ));
                exit = Exit::Assembly;
            }
            Err(error) => return Err(packs::failure(&error)),
        }
    }
    Ok(exit)
}

/// Lists the packs that come with Jetan.
fn list(console: &Console) -> Result<Exit, CommandFailure> {
    for (name, text) in jetan_pack::shipped() {
        // Tests parse every pack that is shipped, so a broken one need not stop the list.
        let (Some(pack), _) = jetan_pack::parse(name, text) else { continue };
        console.result(format!("{name}\n    {}\n    {}\n", pack.course, pack.summary))?;
    }
    console.result("\n`jetan explain --pack NAME` lists the services of one.\n")?;
    Ok(Exit::Success)
}

/// Writes a pack to begin with, never over one that is there.
fn begin(folder: &Path, console: &Console) -> Result<Exit, CommandFailure> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    // The name is typed after `--pack` and in comments of sources.
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let Some(name) = name.filter(|name| name.chars().all(is_plain)) else {
        let message = "jetan: the name of a pack has small letters, digits and `-` only";
        return Err(CommandFailure::usage(message));
    };
    let path = folder.join(PACK_FILE);
    let failed = |error| {
        let why = files_reason(&error);
        CommandFailure::unreadable(format!("jetan: {}: {why}", files::name(&path)))
    };
    fs::create_dir_all(folder).map_err(failed)?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(failed)?;
    file.write_all(START.replace("NAME", &name).as_bytes()).map_err(failed)?;
    console.result(format!(
        "{0}\n\nNext: change it, then `jetan pack check {1}` and `jetan explain --pack {1} 200`.\n",
        files::name(&path),
        files::name(folder)
    ))?;
    Ok(Exit::Success)
}

fn files_reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            "the file already exists and was not changed as it is".to_owned()
        }
        _ => files::reason(error),
    }
}
