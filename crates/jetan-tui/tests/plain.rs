//! The games line by line: the recorded cases of the MIPS programs, transcripts of our own, random
//! games beside the MIPS programs, and input that nobody would type.

#[path = "plain/boards.rs"]
mod boards;
#[path = "plain/compare.rs"]
mod compare;
#[path = "plain/hostile.rs"]
mod hostile;
#[path = "plain/inputs.rs"]
mod inputs;
#[path = "plain/mips.rs"]
mod mips;
#[path = "plain/recorded.rs"]
mod recorded;
#[path = "plain/streams.rs"]
mod streams;
#[path = "plain/transcripts.rs"]
mod transcripts;

use std::io;
use std::path::{Path, PathBuf};

use jetan_games::GameTitle;
use jetan_play::settings::PlaySettings;
use jetan_tui::plain::{PlainEnding, SCREEN, play};

/// What came of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Played {
    output: String,
    ending: Result<PlainEnding, io::ErrorKind>,
}

impl Played {
    fn new(name: GameTitle, settings: &PlaySettings, mut input: &[u8]) -> Played {
        let mut output = Vec::new();
        let ending = play(name, settings, &mut input, &mut output).map_err(|error| error.kind());
        Played { output: String::from_utf8(output).expect("the games print ASCII"), ending }
    }

    /// The output without what stands for a screen.
    fn console(&self) -> String {
        self.output.split_inclusive('\n').filter(|line| !line.starts_with(SCREEN)).collect()
    }
}

/// A folder of the repository.
fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// How many random games are played; more if there is time.
fn games(usual: u64) -> u64 {
    if std::env::var_os("JETAN_LONG").is_some() { 25 * usual } else { usual }
}
