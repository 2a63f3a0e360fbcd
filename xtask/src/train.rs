//! `cargo xtask train-2048`: learns the network of 2048 that comes with `jetan-games`.
//!
//! One thread, and a number of moves instead of a time: the files are the same to the last bit on
//! every machine.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};
use jetan_games::twenty48::{NetworkPrecision, learn::Learner};

use crate::{
    root,
    step::{StepLog, cargo},
};

/// The folder of the files that the library embeds.
const EMBEDDED: &str = "crates/jetan-games/src/twenty48";

/// Moves of the training that made the embedded files: about ten minutes of one core.
pub const MILLION_MOVES: u64 = 400;

/// The seed of that training.
const SEED: u64 = 1;

/// The number of progress lines.
const REPORTS: u64 = 20;

/// The options of the command.
#[derive(Debug, Clone)]
pub struct TrainOptions {
    /// The training ends with the first game after so many million moves.
    pub million_moves: u64,
    /// The folder to write into; the library's own when `None`.
    pub folder: Option<PathBuf>,
}

/// Learns by playing, and writes both precisions of what was learned.
pub fn run(steps: &mut StepLog, options: &TrainOptions) -> Result<()> {
    // The chores run with every check on, which would take several times as long.
    if cfg!(debug_assertions) {
        return steps.command("network of 2048", &mut optimised(options));
    }
    let folder = options.folder.clone().unwrap_or_else(|| root().join(EMBEDDED));
    let moves = options.million_moves * 1_000_000;
    let mut learner = Learner::new(SEED);
    for report in 1..=REPORTS {
        let mut largest = Vec::new();
        // Whole games only, so the last one may go a little further.
        while learner.moves() < moves * report / REPORTS {
            largest.extend(learner.play());
        }
        steps.say(&progress(&learner, &mut largest));
    }
    write(&learner, &folder, steps)
}

/// Writes a file for each precision.
fn write(learner: &Learner, folder: &Path, steps: &StepLog) -> Result<()> {
    let network = learner.network();
    let files =
        [("network.bin", NetworkPrecision::FULL), ("network-small.bin", NetworkPrecision::SMALL)];
    for (name, precision) in files {
        let (file, bytes) = (folder.join(name), network.to_bytes(precision));
        fs::write(&file, &bytes).with_context(|| format!("{}", file.display()))?;
        steps.say(&format!("{}: {} bytes", file.display(), bytes.len()));
    }
    Ok(())
}

/// The same command in the release profile.
fn optimised(options: &TrainOptions) -> Command {
    let words = ["run", "--quiet", "--release", "--package", "xtask", "--", "train-2048"];
    let mut command = cargo(&words);
    command.arg(format!("--million-moves={}", options.million_moves));
    if let Some(folder) = &options.folder {
        command.arg("--folder").arg(folder);
    }
    command
}

/// The progress of the training, and how far new games have come since the last line.
fn progress(learner: &Learner, largest: &mut [u32]) -> String {
    largest.sort_unstable();
    let (games, millions) = (learner.games(), learner.moves() / 1_000_000);
    let middle = largest.get(largest.len() / 2).copied().unwrap_or(0);
    format!("{games} games, {millions} million moves; new games come to {middle}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_names_the_middle_of_the_largest_tiles() {
        let learner = Learner::new(1);
        let line = progress(&learner, &mut [2048, 16, 512]);
        assert_eq!(line, "0 games, 0 million moves; new games come to 512");
        assert!(progress(&learner, &mut []).ends_with("come to 0"));
    }
}
