//! `jetan doctor`: what this machine and this build have, and what is missing for what.

use std::env;
use std::path::Path;
use std::thread;

use jetan_os::confine::{self, Confinement};
use jetan_os::{browser, file, terminal};
use jetan_report::doctor::{AbilityState, DoctorReport, MachineAbility};
use jetan_tui::store::GameStore;

use super::studio;
use crate::cli::DoctorArgs;
use crate::console::Console;
use crate::engine;
use crate::exit::{CommandFailure, Exit};

/// Prints the report. What is missing is not an error: nothing of it is needed to run a program.
pub(crate) fn run(typed: &DoctorArgs, console: &Console) -> Result<Exit, CommandFailure> {
    let report = DoctorReport {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        system: format!("{} {}", env::consts::OS, env::consts::ARCH),
        processors: thread::available_parallelism().map_or(1, usize::from),
        abilities: vec![
            translator(),
            page(),
            web_browser(),
            screen(console),
            saved_games(),
            sandbox(),
            sound_card(),
            slurm(),
        ],
    };
    console.result(if typed.json { report.json() } else { report.text() })?;
    Ok(Exit::Success)
}

fn ability(
    name: &'static str,
    is_there: bool,
    effects: (&str, &str),
    remedy: &'static str,
) -> MachineAbility {
    let (there, missing) = effects;
    let state = if is_there { AbilityState::Present } else { AbilityState::Missing };
    let effect = if is_there { there } else { missing }.to_owned();
    MachineAbility { name, state, effect, remedy: (!is_there).then_some(remedy) }
}

fn translator() -> MachineAbility {
    ability(
        "translator",
        engine::can_translate(),
        (
            "hot code runs as instructions of this processor",
            "programs are interpreted: the same results, a fifth of the speed",
        ),
        "build with the feature `jit`, on x86-64 or aarch64",
    )
}

fn page() -> MachineAbility {
    ability(
        "studio",
        studio::IS_THERE,
        ("`jetan studio` serves its page", "`jetan studio` has no page in this build"),
        "build with Node and npm installed, and with the feature `studio`",
    )
}

fn web_browser() -> MachineAbility {
    ability(
        "browser",
        browser::is_there(),
        (
            "`jetan` and `jetan studio` open it",
            "`jetan studio` prints its address instead of opening it",
        ),
        "a screen (DISPLAY or WAYLAND_DISPLAY) and xdg-open are needed",
    )
}

fn screen(console: &Console) -> MachineAbility {
    let Some(columns) = terminal::report_columns() else {
        let effect = "debugger and games work line by line here, as on a pipe".to_owned();
        let remedy = Some("start `jetan doctor` in a terminal to see what it can show");
        return MachineAbility { name: "terminal", state: AbilityState::Missing, effect, remedy };
    };
    let (state, colours) = if console.is_colored() {
        (AbilityState::Present, "with colours")
    } else {
        (AbilityState::Partial, "without colours (NO_COLOR, --color or TERM says so)")
    };
    let (_, rows) = terminal::size();
    let effect = format!("{columns} columns, {rows} rows, {colours}");
    MachineAbility { name: "terminal", state, effect, remedy: None }
}

fn saved_games() -> MachineAbility {
    let name = "saved games";
    let store = GameStore::of_user(|name| env::var_os(name));
    let Some(store) = store else {
        let effect = "games are not saved: there is no home folder".to_owned();
        let remedy = Some("set HOME or XDG_DATA_HOME");
        return MachineAbility { name, state: AbilityState::Missing, effect, remedy };
    };
    let folder = file::name(store.folder());
    if is_writable(store.folder()) {
        let effect = format!("kept in {folder}");
        return MachineAbility { name, state: AbilityState::Present, effect, remedy: None };
    }
    let effect = format!("games are not saved: {folder} cannot be written");
    let remedy = Some("set XDG_DATA_HOME to a folder of yours");
    MachineAbility { name, state: AbilityState::Missing, effect, remedy }
}

/// Whether files could be made in a folder, or in the nearest one above that exists: the folder
/// itself is made with the first saved game.
fn is_writable(folder: &Path) -> bool {
    let existing = folder.ancestors().find(|folder| folder.is_dir());
    existing.is_some_and(file::can_write_in)
}

fn sandbox() -> MachineAbility {
    let (state, effect) = match confine::available() {
        Confinement::Whole => (
            AbilityState::Present,
            "`jetan grade` gives up files and network before it runs a submission",
        ),
        Confinement::Part => (
            AbilityState::Partial,
            "`jetan grade` gives up files before it runs a submission, but not all rights",
        ),
        Confinement::None => (
            AbilityState::Missing,
            "`jetan grade` relies on its sandbox alone, without the system's help",
        ),
    };
    let remedy = (state != AbilityState::Present).then_some("a Linux kernel from 6.12 has all");
    MachineAbility { name: "confinement", state, effect: effect.to_owned(), remedy }
}

fn sound_card() -> MachineAbility {
    ability(
        "sound card",
        cfg!(feature = "sound"),
        ("`jetan run` and `jetan play --mips` play sound", "sound goes to files (--sound-log)"),
        "build with --features sound; the studio plays it in any case",
    )
}

fn slurm() -> MachineAbility {
    let folders = env::var_os("PATH").unwrap_or_default();
    let is_there = env::split_paths(&folders).any(|folder| folder.join("sbatch").is_file());
    ability(
        "Slurm",
        is_there,
        (
            "`jetan grade --slurm` submits to the cluster",
            "`jetan grade` uses the processors of this machine; --slurm has no cluster here",
        ),
        "install slurm, or start it on a node of a cluster",
    )
}
