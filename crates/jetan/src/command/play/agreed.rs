//! The settings of a game from flags, and which flags belong to which game.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use jetan_games::Name;
use jetan_games::sudoku::Size;
use jetan_games::sudoku::logic::Difficulty;
use jetan_games::tetrisito::{Order, Rules, Usage};
use jetan_os::file::{self, Accept};
use jetan_play::settings::{First, Settings};

use crate::cli::play::{self as cli, Play};
use crate::cli::solve;
use crate::exit::Failure;

/// The longest puzzle, in bytes: longer texts are not games.
const PUZZLE_BYTES_MAX: u64 = 64 << 10;

/// The settings that were typed; a flag of another game is refused.
pub(super) fn settings(typed: &Play) -> Result<Settings, Failure> {
    refuse_foreign(typed)?;
    let usual = Settings::default();
    let order = match typed.implementation {
        Some(solve::Implementation::B) => Order::Given,
        Some(solve::Implementation::A | solve::Implementation::C) | None => Order::Any,
    };
    let usage = match typed.usage {
        // Version B of the course takes the pieces from the first one on and skips none.
        None if order == Order::Given => Usage::Prefix,
        None | Some(solve::Usage::Some) => Usage::Some,
        Some(solve::Usage::All) => Usage::All,
        Some(solve::Usage::Prefix) => Usage::Prefix,
    };
    Ok(Settings {
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
        rules: Rules { order, usage, clears_lines: typed.clear_lines },
    })
}

/// Whether the seed makes a difference on a pipe.
pub(super) fn depends_on_chance(name: Name, settings: &Settings) -> bool {
    name == Name::Twenty48 || settings.first == Some(First::Random) || settings.level.is_some()
}

fn refuse_foreign(typed: &Play) -> Result<(), Failure> {
    let stones = &[Name::FourInARow, Name::ConnectFour][..];
    let puzzles = &[Name::Sudoku, Name::Tetrisito][..];
    let flags: [(bool, &str, &[Name]); 12] = [
        (typed.file.is_some(), "a puzzle of your own", puzzles),
        (typed.first.is_some(), "--first", stones),
        (typed.level.is_some(), "--level", stones),
        (typed.trials.is_some(), "--trials", &[Name::FourInARow]),
        (typed.undo, "--undo", &[Name::ConnectFour]),
        (typed.target.is_some(), "--target", &[Name::Twenty48]),
        (typed.spawn.is_some(), "--spawn", &[Name::Twenty48]),
        (typed.size.is_some(), "--size", &[Name::Sudoku]),
        (typed.difficulty.is_some(), "--difficulty", &[Name::Sudoku]),
        (typed.implementation.is_some(), "--impl", &[Name::Tetrisito]),
        (typed.usage.is_some(), "--use", &[Name::Tetrisito]),
        (typed.clear_lines, "--clear-lines", &[Name::Tetrisito]),
    ];
    for (is_typed, flag, games) in flags {
        if is_typed && typed.mips.is_some() {
            let message = format!("jetan: {flag} means nothing to the assembly version");
            return Err(Failure::usage(message));
        }
        let is_fit = typed.game.is_some_and(|name| games.contains(&name));
        if is_typed && !is_fit {
            let games: Vec<&str> = games.iter().map(|name| name.typed()).collect();
            let games = games.join(" and ");
            let here = typed.game.map_or("no game is named here", |name| match name {
                Name::FourInARow => "it means nothing to four-in-a-row",
                Name::ConnectFour => "it means nothing to connect-four",
                Name::Sudoku => "it means nothing to sudoku",
                Name::Tetrisito => "it means nothing to tetrisito",
                Name::Twenty48 => "it means nothing to 2048",
            });
            return Err(Failure::usage(format!("jetan: {flag} belongs to {games}: {here}")));
        }
    }
    Ok(())
}

/// A seed from the clock, short enough to be typed again.
fn drawn_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_millis() % 1_000_000_000) as u64
}

fn read_puzzle(path: &Path) -> Result<String, Failure> {
    let failed = |why| Failure::unreadable(format!("jetan: {}: {why}", file::name(path)));
    file::read_text(path, Accept::Pipes, PUZZLE_BYTES_MAX).map_err(failed)
}

fn first(typed: cli::First) -> First {
    match typed {
        cli::First::One => First::One,
        cli::First::Two => First::Two,
        cli::First::Random => First::Random,
    }
}

fn size(typed: solve::Size) -> Size {
    match typed {
        solve::Size::Four => Size::Four,
        solve::Size::Nine => Size::Nine,
        solve::Size::Sixteen => Size::Sixteen,
    }
}

fn difficulty(typed: solve::Difficulty) -> Difficulty {
    match typed {
        solve::Difficulty::Easy => Difficulty::Easy,
        solve::Difficulty::Medium => Difficulty::Medium,
        solve::Difficulty::Hard => Difficulty::Hard,
        solve::Difficulty::Expert => Difficulty::Expert,
        solve::Difficulty::Extreme => Difficulty::Extreme,
    }
}
