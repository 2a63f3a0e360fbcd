//! The settings of a game from flags, and which flags belong to which game.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use jetan_games::GameTitle;
use jetan_games::sudoku::GridSize;
use jetan_games::sudoku::logic::Difficulty;
use jetan_games::tetrisito::{DropOrder, DropRules, PieceRule};
use jetan_os::file::{self, AcceptedFiles};
use jetan_play::settings::{PlaySettings, StartingPlayer};

use crate::cli::play::{self as cli, PlayArgs};
use crate::cli::solve;
use crate::exit::CommandFailure;

/// The longest puzzle, in bytes: longer texts are not games.
const PUZZLE_BYTES_MAX: u64 = 64 << 10;

/// The settings that were typed; a flag of another game is refused.
pub(super) fn settings(typed: &PlayArgs) -> Result<PlaySettings, CommandFailure> {
    refuse_foreign(typed)?;
    let usual = PlaySettings::default();
    let order = match typed.implementation {
        Some(solve::ImplementationChoice::B) => DropOrder::Given,
        Some(solve::ImplementationChoice::A | solve::ImplementationChoice::C) | None => {
            DropOrder::Any
        }
    };
    let usage = match typed.usage {
        // Version B of the course takes the pieces from the first one on and skips none.
        None if order == DropOrder::Given => PieceRule::Prefix,
        None | Some(solve::PieceUsageChoice::Some) => PieceRule::Some,
        Some(solve::PieceUsageChoice::All) => PieceRule::All,
        Some(solve::PieceUsageChoice::Prefix) => PieceRule::Prefix,
    };
    Ok(PlaySettings {
        seed: typed.seed.unwrap_or_else(drawn_seed),
        first: typed.first.map(first),
        trials: typed.trials.unwrap_or(usual.trials),
        level: typed.level,
        undo: typed.undo,
        target: typed.target,
        spawn: typed.spawn.unwrap_or(usual.spawn),
        size: typed.size.map_or(usual.size, size),
        difficulty: typed.difficulty.map(difficulty),
        puzzle: typed.file.as_deref().map(read_puzzle).transpose()?,
        rules: DropRules { order, usage, clears_lines: typed.clear_lines },
    })
}

/// Whether the seed makes a difference on a pipe.
pub(super) fn depends_on_seed(name: GameTitle, settings: &PlaySettings) -> bool {
    name == GameTitle::Twenty48
        || settings.first == Some(StartingPlayer::Random)
        || settings.level.is_some()
}

fn refuse_foreign(typed: &PlayArgs) -> Result<(), CommandFailure> {
    let stones = &[GameTitle::FourInARow, GameTitle::ConnectFour][..];
    let puzzles = &[GameTitle::Sudoku, GameTitle::Tetrisito][..];
    let flags: [(bool, &str, &[GameTitle]); 12] = [
        (typed.file.is_some(), "a puzzle of your own", puzzles),
        (typed.first.is_some(), "--first", stones),
        (typed.level.is_some(), "--level", stones),
        (typed.trials.is_some(), "--trials", &[GameTitle::FourInARow]),
        (typed.undo, "--undo", &[GameTitle::ConnectFour]),
        (typed.target.is_some(), "--target", &[GameTitle::Twenty48]),
        (typed.spawn.is_some(), "--spawn", &[GameTitle::Twenty48]),
        (typed.size.is_some(), "--size", &[GameTitle::Sudoku]),
        (typed.difficulty.is_some(), "--difficulty", &[GameTitle::Sudoku]),
        (typed.implementation.is_some(), "--impl", &[GameTitle::Tetrisito]),
        (typed.usage.is_some(), "--use", &[GameTitle::Tetrisito]),
        (typed.clear_lines, "--clear-lines", &[GameTitle::Tetrisito]),
    ];
    for (is_typed, flag, games) in flags {
        if is_typed && typed.mips.is_some() {
            let message = format!("jetan: {flag} does not apply to the assembly version");
            return Err(CommandFailure::usage(message));
        }
        let is_fit = typed.game.is_some_and(|name| games.contains(&name));
        if is_typed && !is_fit {
            let games: Vec<&str> = games.iter().map(|name| name.typed()).collect();
            let games = games.join(" and ");
            let here = typed.game.map_or("no game is named here", |name| match name {
                GameTitle::FourInARow => "it means nothing to four-in-a-row",
                GameTitle::ConnectFour => "it means nothing to connect-four",
                GameTitle::Sudoku => "it means nothing to sudoku",
                GameTitle::Tetrisito => "it means nothing to tetrisito",
                GameTitle::Twenty48 => "it means nothing to 2048",
            });
            return Err(CommandFailure::usage(format!("jetan: {flag} belongs to {games}: {here}")));
        }
    }
    Ok(())
}

/// A seed from the clock, short enough to be typed again.
fn drawn_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_millis() % 1_000_000_000) as u64
}

fn read_puzzle(path: &Path) -> Result<String, CommandFailure> {
    let failed = |why| CommandFailure::unreadable(format!("jetan: {}: {why}", file::name(path)));
    file::read_text(path, AcceptedFiles::Pipes, PUZZLE_BYTES_MAX).map_err(failed)
}

fn first(typed: cli::FirstPlayerChoice) -> StartingPlayer {
    match typed {
        cli::FirstPlayerChoice::One => StartingPlayer::One,
        cli::FirstPlayerChoice::Two => StartingPlayer::Two,
        cli::FirstPlayerChoice::Random => StartingPlayer::Random,
    }
}

fn size(typed: solve::GridSizeChoice) -> GridSize {
    match typed {
        solve::GridSizeChoice::Four => GridSize::Four,
        solve::GridSizeChoice::Nine => GridSize::Nine,
        solve::GridSizeChoice::Sixteen => GridSize::Sixteen,
    }
}

fn difficulty(typed: solve::DifficultyChoice) -> Difficulty {
    match typed {
        solve::DifficultyChoice::Easy => Difficulty::Easy,
        solve::DifficultyChoice::Medium => Difficulty::Medium,
        solve::DifficultyChoice::Hard => Difficulty::Hard,
        solve::DifficultyChoice::Expert => Difficulty::Expert,
        solve::DifficultyChoice::Extreme => Difficulty::Extreme,
    }
}
