//! The settings of a game, as lists of values to choose from.

use jetan_games::GameTitle;
use jetan_games::connect4::OpponentLevel;
use jetan_games::sudoku::GridSize;
use jetan_games::sudoku::logic::Difficulty;
use jetan_games::tetrisito::{DropOrder, PieceRule};
use jetan_games::twenty48::{self, SpawnRule};

use crate::settings::{PlaySettings, StartingPlayer};

/// A setting of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionTopic {
    /// A second player, or the computer at some level.
    Opponent,
    /// Who makes the first move.
    First,
    /// Who starts, where a game asks if nothing is agreed.
    AskedFirst,
    /// Violations that a player may make.
    Trials,
    /// Whether moves may be taken back.
    Undo,
    /// The tile that wins 2048.
    Target,
    /// The share of 4s among new tiles of 2048.
    NewTiles,
    /// Of a Sudoku.
    Size,
    /// Of a Sudoku or a Tetrisito puzzle.
    Difficulty,
    /// In which order pieces fall.
    Order,
    /// The pieces that must fall.
    Usage,
    /// Whether full rows vanish.
    FullRows,
}

// Not ascending: the first one is what an unset target means, and turning on from there leads to
// larger ones before the smaller ones of the course.
const TARGETS: [u32; 9] = [2048, 4096, 8192, 16384, 64, 128, 256, 512, 1024];
// 3 is the number of the course's document and the default, so it comes first here as well.
const TRIALS: [u8; 5] = [3, 5, 0, 1, 2];

/// The words for a choice that a setting leaves out.
const PERSON: &str = "person";
const ASKED: &str = "asked";
const ANY: &str = "any";

impl OptionTopic {
    /// The settings of a game.
    pub fn of(game: GameTitle) -> &'static [OptionTopic] {
        match game {
            GameTitle::Tetrisito => {
                &[OptionTopic::Order, OptionTopic::Usage, OptionTopic::FullRows]
            }
            GameTitle::FourInARow => {
                &[OptionTopic::Opponent, OptionTopic::First, OptionTopic::Trials]
            }
            GameTitle::Sudoku => &[OptionTopic::Difficulty, OptionTopic::Size],
            GameTitle::Twenty48 => &[OptionTopic::Target, OptionTopic::NewTiles],
            GameTitle::ConnectFour => {
                &[OptionTopic::Opponent, OptionTopic::AskedFirst, OptionTopic::Undo]
            }
        }
    }

    /// The same with what a front end with more room than a terminal can offer.
    pub fn all_of(game: GameTitle) -> Vec<OptionTopic> {
        // A fourth topic would make the terminal's menu a line longer for every game, because each
        // gets the room of the one with the most.
        let more = (game == GameTitle::Tetrisito).then_some(OptionTopic::Difficulty);
        more.into_iter().chain(OptionTopic::of(game).iter().copied()).collect()
    }

    /// The name of the setting.
    pub fn name(self) -> &'static str {
        match self {
            OptionTopic::Opponent => "opponent",
            OptionTopic::First | OptionTopic::AskedFirst => "first",
            OptionTopic::Trials => "trials",
            OptionTopic::Undo => "undo",
            OptionTopic::Target => "target",
            OptionTopic::NewTiles => "new tiles",
            OptionTopic::Size => "size",
            OptionTopic::Difficulty => "difficulty",
            OptionTopic::Order => "order",
            OptionTopic::Usage => "pieces",
            OptionTopic::FullRows => "full rows",
        }
    }

    /// The chosen value, in words.
    pub fn words(self, settings: &PlaySettings) -> String {
        let text = match self {
            OptionTopic::Opponent => match settings.level {
                None => "a second player",
                Some(level) => return format!("computer, {}", level.name()),
            },
            OptionTopic::AskedFirst if settings.first.is_none() => "asked at the start",
            OptionTopic::First | OptionTopic::AskedFirst => match settings.first {
                None | Some(StartingPlayer::One) => "player 1",
                Some(StartingPlayer::Two) => "player 2",
                Some(StartingPlayer::Random) => "drawn by lot",
            },
            OptionTopic::Trials => return settings.trials.to_string(),
            OptionTopic::Undo if settings.undo => "allowed",
            OptionTopic::Undo => "not allowed",
            OptionTopic::Target => return settings.target.unwrap_or(TARGETS[0]).to_string(),
            OptionTopic::NewTiles => match settings.fours_percent() {
                10 => "nine of ten are a 2",
                50 => "half of them are a 2",
                percent => return format!("{} % are a 2", 100 - percent),
            },
            OptionTopic::Size => return format!("{0}x{0}", settings.size.side()),
            OptionTopic::Difficulty => settings.difficulty.map_or("as it comes", Difficulty::name),
            OptionTopic::Order => match settings.rules.order {
                DropOrder::Any => "any (C)",
                DropOrder::Given => "as given (B)",
            },
            OptionTopic::Usage => match settings.rules.usage {
                PieceRule::Some => "some may be left",
                PieceRule::All => "all must fall",
                PieceRule::Prefix => "the first few",
            },
            OptionTopic::FullRows if settings.rules.clears_lines => "vanish",
            OptionTopic::FullRows => "stay",
        };
        text.to_owned()
    }

    /// The name of the setting in messages.
    pub fn key(self) -> &'static str {
        match self {
            OptionTopic::NewTiles => "newTiles",
            OptionTopic::FullRows => "fullRows",
            other => other.name(),
        }
    }

    /// The chosen value, as a word that [`OptionTopic::set`] takes.
    pub fn value(self, settings: &PlaySettings) -> String {
        let word = match self {
            OptionTopic::Opponent => settings.level.map_or(PERSON, OpponentLevel::name),
            OptionTopic::AskedFirst if settings.first.is_none() => ASKED,
            OptionTopic::First | OptionTopic::AskedFirst => match settings.first {
                None | Some(StartingPlayer::One) => "1",
                Some(StartingPlayer::Two) => "2",
                Some(StartingPlayer::Random) => "random",
            },
            OptionTopic::Trials => return settings.trials.to_string(),
            OptionTopic::Undo if settings.undo => "yes",
            OptionTopic::Undo => "no",
            OptionTopic::Target => return settings.target.unwrap_or(TARGETS[0]).to_string(),
            OptionTopic::NewTiles => return settings.fours_percent().to_string(),
            OptionTopic::Size => return settings.size.side().to_string(),
            OptionTopic::Difficulty => settings.difficulty.map_or(ANY, Difficulty::name),
            OptionTopic::Order => match settings.rules.order {
                DropOrder::Any => ANY,
                DropOrder::Given => "given",
            },
            OptionTopic::Usage => match settings.rules.usage {
                PieceRule::Some => "some",
                PieceRule::All => "all",
                PieceRule::Prefix => "prefix",
            },
            OptionTopic::FullRows if settings.rules.clears_lines => "vanish",
            OptionTopic::FullRows => "stay",
        };
        word.to_owned()
    }

    /// Agrees on the value of a word; false if there is no such value. Numbers may be others than
    /// those that are offered.
    pub fn set(self, settings: &mut PlaySettings, word: &str) -> bool {
        let number = word.parse::<u32>().ok();
        match (self, number) {
            (OptionTopic::Trials, Some(number)) => u8::try_from(number).is_ok_and(|trials| {
                settings.trials = trials;
                true
            }),
            (OptionTopic::Target, Some(number)) => {
                // Stored before it is checked: whoever gets `false` must drop the settings as a
                // whole.
                settings.target = Some(number);
                twenty48::TARGETS.contains(&number)
            }
            (OptionTopic::NewTiles, Some(number)) => SpawnRule::with_percent_of_fours(number)
                .is_some_and(|spawn| {
                    settings.spawn = spawn;
                    true
                }),
            _ => {
                // Values that are not numbers are found by stepping through the offers, so that
                // `turn` stays the only list of what can be chosen.
                let found = self.offers(settings).into_iter().find(|(value, _)| value == word);
                found.map(|(_, agreed)| *settings = agreed).is_some()
            }
        }
    }

    /// The values to choose from and what they are called, the default first.
    pub fn values(self) -> Vec<(String, String)> {
        let offers = self.offers(&PlaySettings::default()).into_iter();
        offers.map(|(value, agreed)| (value, self.words(&agreed))).collect()
    }

    /// Every value that is offered, with the settings that have it.
    fn offers(self, settings: &PlaySettings) -> Vec<(String, PlaySettings)> {
        let mut settings = settings.clone();
        let mut offers: Vec<(String, PlaySettings)> = Vec::new();
        loop {
            let value = self.value(&settings);
            // The walk ends when a value comes again: the settings it starts from may lie anywhere
            // in the cycle.
            if offers.iter().any(|(known, _)| *known == value) {
                return offers;
            }
            offers.push((value, settings.clone()));
            self.turn(&mut settings, true);
        }
    }

    /// Agrees on the next value, or the one before; after the last comes the first.
    pub fn turn(self, settings: &mut PlaySettings, is_forward: bool) {
        let levels = || std::iter::once(None).chain(OpponentLevel::ALL.map(Some));
        let difficulties = || std::iter::once(None).chain(Difficulty::ALL.map(Some));
        match self {
            OptionTopic::Opponent => turn(&mut settings.level, levels(), is_forward),
            OptionTopic::First => {
                let mut first = settings.first.unwrap_or_default();
                turn(
                    &mut first,
                    [StartingPlayer::One, StartingPlayer::Two, StartingPlayer::Random],
                    is_forward,
                );
                settings.first = Some(first);
            }
            OptionTopic::AskedFirst => {
                let all = [
                    None,
                    Some(StartingPlayer::One),
                    Some(StartingPlayer::Two),
                    Some(StartingPlayer::Random),
                ];
                turn(&mut settings.first, all, is_forward);
            }
            OptionTopic::Trials => turn(&mut settings.trials, TRIALS, is_forward),
            OptionTopic::Undo => settings.undo = !settings.undo,
            OptionTopic::Target => {
                let mut target = settings.target.unwrap_or(TARGETS[0]);
                turn(&mut target, TARGETS, is_forward);
                settings.target = Some(target);
            }
            OptionTopic::NewTiles => {
                turn(&mut settings.spawn, [SpawnRule::COURSE, SpawnRule::ORIGINAL], is_forward);
            }
            OptionTopic::Size => turn(&mut settings.size, GridSize::ALL, is_forward),
            OptionTopic::Difficulty => turn(&mut settings.difficulty, difficulties(), is_forward),
            OptionTopic::Order => {
                turn(&mut settings.rules.order, [DropOrder::Any, DropOrder::Given], is_forward);
            }
            OptionTopic::Usage => {
                let all = [PieceRule::Some, PieceRule::All, PieceRule::Prefix];
                turn(&mut settings.rules.usage, all, is_forward);
            }
            OptionTopic::FullRows => settings.rules.clears_lines = !settings.rules.clears_lines,
        }
    }
}

fn turn<T: PartialEq>(value: &mut T, all: impl IntoIterator<Item = T>, is_forward: bool) {
    let mut all: Vec<T> = all.into_iter().collect();
    let at = all.iter().position(|other| other == value);
    let next = match (at, is_forward) {
        // A value that was typed may be none of the offered ones (a target of 100, 7 trials): both
        // directions lead to the first.
        (None, _) => 0,
        (Some(at), true) => (at + 1) % all.len(),
        (Some(at), false) => (at + all.len() - 1) % all.len(),
    };
    // `T` need not be `Copy`, so the value is moved out of the list.
    *value = all.swap_remove(next);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_turns_round_both_ways() {
        for topic in GameTitle::ALL.into_iter().flat_map(|game| OptionTopic::of(game)) {
            let mut settings = PlaySettings::default();
            let start = topic.words(&settings);
            let mut seen = vec![start.clone()];
            loop {
                topic.turn(&mut settings, true);
                let words = topic.words(&settings);
                if words == start {
                    break;
                }
                assert!(!seen.contains(&words), "{topic:?}: {words} comes twice");
                seen.push(words);
            }
            assert!(seen.len() > 1, "{topic:?}");
            topic.turn(&mut settings, false);
            assert_eq!(Some(&topic.words(&settings)), seen.last(), "{topic:?}");
        }
    }

    #[test]
    fn every_value_that_is_offered_can_be_agreed_on() {
        for topic in GameTitle::ALL.into_iter().flat_map(OptionTopic::all_of) {
            let offered = topic.values();
            assert!(offered.len() > 1, "{topic:?}");
            for (value, words) in offered {
                let mut settings = PlaySettings::default();
                assert!(topic.set(&mut settings, &value), "{topic:?} {value}");
                assert_eq!(topic.value(&settings), value, "{topic:?}");
                assert_eq!(topic.words(&settings), words, "{topic:?}");
            }
            for wrong in ["", "-1", "x", "4294967296", "99999999999999999999"] {
                assert!(!topic.set(&mut PlaySettings::default(), wrong), "{topic:?} {wrong}");
            }
        }
        let mut settings = PlaySettings::default();
        assert!(OptionTopic::Trials.set(&mut settings, "255") && settings.trials == 255);
        assert!(!OptionTopic::Trials.set(&mut settings, "256"));
        assert!(!OptionTopic::Target.set(&mut settings, "7"));
        assert!(!OptionTopic::NewTiles.set(&mut settings, "101"));
    }
}
