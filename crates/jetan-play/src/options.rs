//! The settings of a game, as lists of values to choose from.

use jetan_games::Name;
use jetan_games::connect4::Level;
use jetan_games::sudoku::Size;
use jetan_games::sudoku::logic::Difficulty;
use jetan_games::tetrisito::{Order, Usage};
use jetan_games::twenty48::{self, Spawn};

use crate::settings::{First, Settings};

/// A setting of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
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

impl Topic {
    /// The settings of a game.
    pub fn of(game: Name) -> &'static [Topic] {
        match game {
            Name::Tetrisito => &[Topic::Order, Topic::Usage, Topic::FullRows],
            Name::FourInARow => &[Topic::Opponent, Topic::First, Topic::Trials],
            Name::Sudoku => &[Topic::Difficulty, Topic::Size],
            Name::Twenty48 => &[Topic::Target, Topic::NewTiles],
            Name::ConnectFour => &[Topic::Opponent, Topic::AskedFirst, Topic::Undo],
        }
    }

    /// The same with what a front end with more room than a terminal can offer.
    pub fn all_of(game: Name) -> Vec<Topic> {
        // A fourth topic would make the terminal's menu a line longer for every game, because each
        // gets the room of the one with the most.
        let more = (game == Name::Tetrisito).then_some(Topic::Difficulty);
        more.into_iter().chain(Topic::of(game).iter().copied()).collect()
    }

    /// The name of the setting.
    pub fn name(self) -> &'static str {
        match self {
            Topic::Opponent => "opponent",
            Topic::First | Topic::AskedFirst => "first",
            Topic::Trials => "trials",
            Topic::Undo => "undo",
            Topic::Target => "target",
            Topic::NewTiles => "new tiles",
            Topic::Size => "size",
            Topic::Difficulty => "difficulty",
            Topic::Order => "order",
            Topic::Usage => "pieces",
            Topic::FullRows => "full rows",
        }
    }

    /// The chosen value, in words.
    pub fn words(self, settings: &Settings) -> String {
        let text = match self {
            Topic::Opponent => match settings.level {
                None => "a second player",
                Some(level) => return format!("computer, {}", level.name()),
            },
            Topic::AskedFirst if settings.first.is_none() => "asked at the start",
            Topic::First | Topic::AskedFirst => match settings.first {
                None | Some(First::One) => "player 1",
                Some(First::Two) => "player 2",
                Some(First::Random) => "drawn by lot",
            },
            Topic::Trials => return settings.trials.to_string(),
            Topic::Undo if settings.undo => "allowed",
            Topic::Undo => "not allowed",
            Topic::Target => return settings.target.unwrap_or(TARGETS[0]).to_string(),
            Topic::NewTiles => match settings.fours_percent() {
                10 => "nine of ten are a 2",
                50 => "half of them are a 2",
                percent => return format!("{} % are a 2", 100 - percent),
            },
            Topic::Size => return format!("{0}x{0}", settings.size.side()),
            Topic::Difficulty => settings.difficulty.map_or("as it comes", Difficulty::name),
            Topic::Order => match settings.rules.order {
                Order::Any => "any (C)",
                Order::Given => "as given (B)",
            },
            Topic::Usage => match settings.rules.usage {
                Usage::Some => "some may be left",
                Usage::All => "all must fall",
                Usage::Prefix => "the first few",
            },
            Topic::FullRows if settings.rules.clears_lines => "vanish",
            Topic::FullRows => "stay",
        };
        text.to_owned()
    }

    /// The name of the setting in messages.
    pub fn key(self) -> &'static str {
        match self {
            Topic::NewTiles => "newTiles",
            Topic::FullRows => "fullRows",
            other => other.name(),
        }
    }

    /// The chosen value, as a word that [`Topic::agree`] takes.
    pub fn value(self, settings: &Settings) -> String {
        let word = match self {
            Topic::Opponent => settings.level.map_or(PERSON, Level::name),
            Topic::AskedFirst if settings.first.is_none() => ASKED,
            Topic::First | Topic::AskedFirst => match settings.first {
                None | Some(First::One) => "1",
                Some(First::Two) => "2",
                Some(First::Random) => "random",
            },
            Topic::Trials => return settings.trials.to_string(),
            Topic::Undo if settings.undo => "yes",
            Topic::Undo => "no",
            Topic::Target => return settings.target.unwrap_or(TARGETS[0]).to_string(),
            Topic::NewTiles => return settings.fours_percent().to_string(),
            Topic::Size => return settings.size.side().to_string(),
            Topic::Difficulty => settings.difficulty.map_or(ANY, Difficulty::name),
            Topic::Order => match settings.rules.order {
                Order::Any => ANY,
                Order::Given => "given",
            },
            Topic::Usage => match settings.rules.usage {
                Usage::Some => "some",
                Usage::All => "all",
                Usage::Prefix => "prefix",
            },
            Topic::FullRows if settings.rules.clears_lines => "vanish",
            Topic::FullRows => "stay",
        };
        word.to_owned()
    }

    /// Agrees on the value of a word; false if there is no such value. Numbers may be others than
    /// those that are offered.
    pub fn agree(self, settings: &mut Settings, word: &str) -> bool {
        let number = word.parse::<u32>().ok();
        match (self, number) {
            (Topic::Trials, Some(number)) => u8::try_from(number).is_ok_and(|trials| {
                settings.trials = trials;
                true
            }),
            (Topic::Target, Some(number)) => {
                // Stored before it is checked: whoever gets `false` must drop the settings as a
                // whole.
                settings.target = Some(number);
                twenty48::TARGETS.contains(&number)
            }
            (Topic::NewTiles, Some(number)) => {
                Spawn::with_percent_of_fours(number).is_some_and(|spawn| {
                    settings.spawn = spawn;
                    true
                })
            }
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
        let offers = self.offers(&Settings::default()).into_iter();
        offers.map(|(value, agreed)| (value, self.words(&agreed))).collect()
    }

    /// Every value that is offered, with the settings that have it.
    fn offers(self, settings: &Settings) -> Vec<(String, Settings)> {
        let mut settings = settings.clone();
        let mut offers: Vec<(String, Settings)> = Vec::new();
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
    pub fn turn(self, settings: &mut Settings, is_forward: bool) {
        let levels = || std::iter::once(None).chain(Level::ALL.map(Some));
        let difficulties = || std::iter::once(None).chain(Difficulty::ALL.map(Some));
        match self {
            Topic::Opponent => turn(&mut settings.level, levels(), is_forward),
            Topic::First => {
                let mut first = settings.first.unwrap_or_default();
                turn(&mut first, [First::One, First::Two, First::Random], is_forward);
                settings.first = Some(first);
            }
            Topic::AskedFirst => {
                let all = [None, Some(First::One), Some(First::Two), Some(First::Random)];
                turn(&mut settings.first, all, is_forward);
            }
            Topic::Trials => turn(&mut settings.trials, TRIALS, is_forward),
            Topic::Undo => settings.undo = !settings.undo,
            Topic::Target => {
                let mut target = settings.target.unwrap_or(TARGETS[0]);
                turn(&mut target, TARGETS, is_forward);
                settings.target = Some(target);
            }
            Topic::NewTiles => {
                turn(&mut settings.spawn, [Spawn::COURSE, Spawn::ORIGINAL], is_forward);
            }
            Topic::Size => turn(&mut settings.size, Size::ALL, is_forward),
            Topic::Difficulty => turn(&mut settings.difficulty, difficulties(), is_forward),
            Topic::Order => {
                turn(&mut settings.rules.order, [Order::Any, Order::Given], is_forward);
            }
            Topic::Usage => {
                let all = [Usage::Some, Usage::All, Usage::Prefix];
                turn(&mut settings.rules.usage, all, is_forward);
            }
            Topic::FullRows => settings.rules.clears_lines = !settings.rules.clears_lines,
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
        for topic in Name::ALL.into_iter().flat_map(|game| Topic::of(game)) {
            let mut settings = Settings::default();
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
        for topic in Name::ALL.into_iter().flat_map(Topic::all_of) {
            let offered = topic.values();
            assert!(offered.len() > 1, "{topic:?}");
            for (value, words) in offered {
                let mut settings = Settings::default();
                assert!(topic.agree(&mut settings, &value), "{topic:?} {value}");
                assert_eq!(topic.value(&settings), value, "{topic:?}");
                assert_eq!(topic.words(&settings), words, "{topic:?}");
            }
            for wrong in ["", "-1", "x", "4294967296", "99999999999999999999"] {
                assert!(!topic.agree(&mut Settings::default(), wrong), "{topic:?} {wrong}");
            }
        }
        let mut settings = Settings::default();
        assert!(Topic::Trials.agree(&mut settings, "255") && settings.trials == 255);
        assert!(!Topic::Trials.agree(&mut settings, "256"));
        assert!(!Topic::Target.agree(&mut settings, "7"));
        assert!(!Topic::NewTiles.agree(&mut settings, "101"));
    }
}
