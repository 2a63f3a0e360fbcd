//! The cases, how they are shown, and smaller ones.

use super::map::{Line, Map, line_picture, picture};
use crate::project::Reproduction;

mod smaller;

pub(super) use smaller::{checkered_map, pair_map, smaller, unequal_map};

/// As many keys are shown beside each other.
const KEYS_IN_A_ROW: usize = 32;

/// A case: a call of one of the five tasks, or a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Case {
    /// `clear_map`.
    Clear {
        /// The map before.
        map: Map,
    },
    /// `generate_a_random_tile`, once.
    Tile {
        /// The map before.
        map: Map,
        /// The seed of the random generators.
        seed: i64,
    },
    /// `generate_a_random_tile` so often that chance has to show itself.
    Tiles {
        /// The map before each call.
        map: Map,
        /// The seed of the random generators.
        seed: i64,
    },
    /// `slide`.
    Slide {
        /// The map before.
        map: Map,
        /// Which four cells of it.
        line: Line,
        /// Four tiles that slide first, in the same cells.
        warm_up: Option<[u32; 4]>,
    },
    /// `check_win`.
    Win {
        /// The map the procedure looks at.
        map: Map,
        /// The tile that wins.
        target: u32,
    },
    /// `check_lose`.
    Lose {
        /// The map the procedure looks at.
        map: Map,
    },
    /// The whole program, played by keys.
    Game(Game),
}

/// A game with pinned chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Answers that are no targets, before the target.
    pub refused: Vec<String>,
    /// The tile that wins.
    pub target: u32,
    /// The keys that are typed, in order.
    pub keys: Vec<u8>,
    /// The seed of the random generators.
    pub seed: i64,
}

impl Case {
    /// The number of its part.
    pub(super) fn part(&self) -> usize {
        match self {
            Case::Clear { .. } => 0,
            Case::Tile { .. } | Case::Tiles { .. } => 1,
            Case::Slide { .. } => 2,
            Case::Win { .. } => 3,
            Case::Lose { .. } => 4,
            Case::Game(_) => 5,
        }
    }

    /// The case as a person sees it.
    pub(super) fn picture(&self) -> String {
        match self {
            Case::Clear { map } | Case::Lose { map } => format!("the map:\n{}", picture(map)),
            Case::Tile { map, seed } => format!("the map, seed {seed}:\n{}", picture(map)),
            Case::Tiles { map, seed } => {
                format!("the map before each of many calls, seed {seed}:\n{}", picture(map))
            }
            Case::Slide { map, line, warm_up } => slide_picture(map, *line, *warm_up),
            Case::Win { map, target } => format!("target {target}, the map:\n{}", picture(map)),
            Case::Game(game) => game.picture(),
        }
    }

    /// How to see it again.
    pub(super) fn reproduction(&self, console: impl Fn(&Game) -> Vec<u8>) -> Reproduction {
        let call = |words: String, seed: Option<i64>| Reproduction {
            call: Some(words),
            seed,
            ..Reproduction::default()
        };
        match self {
            Case::Clear { map } => {
                call(format!("`clear_map` with {} in `puzzle_map`", words(map)), None)
            }
            Case::Tile { map, seed } | Case::Tiles { map, seed } => call(
                format!("`generate_a_random_tile` with {} in `puzzle_map`", words(map)),
                Some(*seed),
            ),
            Case::Slide { map, line, warm_up } => {
                let tiles = line_picture(line.cells().map(|cell| map[cell]));
                let first = warm_up.map_or_else(String::new, |tiles| {
                    format!(", after a call with {}", line_picture(tiles))
                });
                let cells = line.words();
                call(format!("`slide` with {tiles} in the cells of {cells}{first}"), None)
            }
            Case::Win { map, target } => {
                let map = words(map);
                call(
                    format!("`check_win` with {map} in `puzzle_map` and the target {target}"),
                    None,
                )
            }
            Case::Lose { map } => {
                call(format!("`check_lose` with {} in `puzzle_map`", words(map)), None)
            }
            Case::Game(game) => Reproduction {
                console: console(game),
                keys: game.keys.clone(),
                seed: Some(game.seed),
                ..Reproduction::default()
            },
        }
    }
}

impl Game {
    fn picture(&self) -> String {
        let keys = match self.keys.as_slice() {
            [] => "no key".to_owned(),
            keys => {
                let rows: Vec<String> = keys.chunks(KEYS_IN_A_ROW).map(spell).collect();
                format!("keys {}", rows.join("\n     "))
            }
        };
        let mut answers: Vec<String> =
            self.refused.iter().map(|answer| format!("target `{answer}`")).collect();
        answers.push(format!("target {}", self.target));
        let answers = answers.join(", then ");
        format!("{answers}, seed {}\n{keys}", self.seed)
    }
}

/// Keys with blanks between them.
pub(super) fn spell(keys: &[u8]) -> String {
    let spelled: Vec<String> = keys
        .iter()
        .map(|&key| match key {
            b' ' => "space".to_owned(),
            key => char::from(key).escape_default().to_string(),
        })
        .collect();
    spelled.join(" ")
}

fn words(map: &Map) -> String {
    map.map(|tile| tile.to_string()).join(" ")
}

fn slide_picture(map: &Map, line: Line, warm_up: Option<[u32; 4]>) -> String {
    let tiles = line_picture(line.cells().map(|cell| map[cell]));
    let mut parts = vec![format!("$a0 to $a3 are {}: {tiles}", line.words())];
    if let Some(tiles) = warm_up {
        parts.push(format!("after another slide there, of {}", line_picture(tiles)));
    }
    let has_others = (0..16).any(|cell| map[cell] != 0 && !line.cells().contains(&cell));
    if has_others {
        parts.push(format!("the map:\n{}", picture(map)));
    }
    parts.join("\n")
}
