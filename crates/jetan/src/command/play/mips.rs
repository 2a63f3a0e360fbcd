//! `jetan play GAME --mips`: the assembly version, run as `jetan run` runs it.

use std::path::Path;

use jetan_games::GameTitle;
use jetan_workbench::examples;

use crate::cli::play::PlayArgs;
use crate::command::run;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::packs;
use crate::plan::{DrawingStyle, RunPlan, ScreenVisibility};

/// Plays our program of a project, or somebody's own.
pub(super) fn play(
    name: GameTitle,
    file: Option<&Path>,
    typed: &PlayArgs,
    has_terminal: bool,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let shipped = examples::of(name);
    if let Some(hint) = what_to_type(name).filter(|_| has_terminal) {
        console.say(format!("{hint}\n"));
    }
    let mut plan = RunPlan::default();
    let has_window = shipped.has_screen() && has_terminal && !typed.plain;
    plan.shows.seen = if has_window {
        ScreenVisibility::Always(DrawingStyle::of(typed.ascii))
    } else {
        ScreenVisibility::No
    };
    plan.engine = typed.engine;
    // The machine's seed is signed as Java's is; the bits are the same.
    plan.settings.seed = typed.seed.map(u64::cast_signed);
    let Some(file) = file else {
        plan.options.start_at_main = shipped.is_project();
        return run::run_sources(&shipped.sources(), &plan, console);
    };
    plan.usual_pack = (name == GameTitle::Twenty48).then(|| packs::OF_2048.to_owned());
    run::run_files(&[file.to_owned()], false, plan, console)
}

/// The input for a program that does not ask for it; the course's have no prompt.
fn what_to_type(name: GameTitle) -> Option<&'static str> {
    match name {
        GameTitle::Tetrisito => Some(
            "Type six rows of start and six of goal (. empty, # filled), the number of pieces, and \
             four rows for each piece.",
        ),
        GameTitle::Sudoku => Some("Type nine rows of nine digits, 0 for an empty cell."),
        GameTitle::FourInARow | GameTitle::Twenty48 | GameTitle::ConnectFour => None,
    }
}
