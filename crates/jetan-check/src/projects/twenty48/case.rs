//! The cases, how they are shown, and smaller ones.

use super::map::{TileLine, TileMap, line_words, picture};
use crate::picture::CasePicture;
use crate::project::CaseReproduction;

mod smaller;

pub(super) use smaller::{checkered_map, pair_map, smaller, unequal_map};

/// As many keys are shown beside each other.
const KEYS_IN_A_ROW: usize = 32;

/// A case: a call of one of the five tasks, or a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Twenty48Case {
    /// `clear_map`.
    Clear {
        /// The map before.
        map: TileMap,
    },
    /// `generate_a_random_tile`, once.
    Tile {
        /// The map before.
        map: TileMap,
        /// The seed of the random generators.
        seed: i64,
    },
    /// `generate_a_random_tile` often enough to judge its distribution.
    Tiles {
        /// The map before each call.
        map: TileMap,
        /// The seed of the random generators.
        seed: i64,
    },
    /// `slide`.
    Slide {
        /// The map before.
        map: TileMap,
        /// The four cells of the map.
        line: TileLine,
        /// Four tiles that slide first, in the same cells.
        warm_up: Option<[u32; 4]>,
    },
    /// `check_win`.
    Win {
        /// The map the procedure looks at.
        map: TileMap,
        /// The tile that wins.
        target: u32,
    },
    /// `check_lose`.
    Lose {
        /// The map the procedure looks at.
        map: TileMap,
    },
    /// The whole program, played by keys.
    Game(PinnedGame),
}

/// A game with a fixed seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinnedGame {
    /// Answers that are not targets, before the target.
    pub refused: Vec<String>,
    /// The tile that wins.
    pub target: u32,
    /// The keys that are typed, in order.
    pub keys: Vec<u8>,
    /// The seed of the random generators.
    pub seed: i64,
}

impl Twenty48Case {
    /// The number of its part.
    pub(super) fn part(&self) -> usize {
        match self {
            Twenty48Case::Clear { .. } => 0,
            Twenty48Case::Tile { .. } | Twenty48Case::Tiles { .. } => 1,
            Twenty48Case::Slide { .. } => 2,
            Twenty48Case::Win { .. } => 3,
            Twenty48Case::Lose { .. } => 4,
            Twenty48Case::Game(_) => 5,
        }
    }

    /// The case as a person sees it.
    pub(super) fn picture(&self) -> CasePicture {
        let (words, map) = match self {
            Twenty48Case::Clear { map } | Twenty48Case::Lose { map } => {
                ("the map:\n".to_owned(), map)
            }
            Twenty48Case::Tile { map, seed } => (format!("the map, seed {seed}:\n"), map),
            Twenty48Case::Tiles { map, seed } => {
                (format!("the map before each of many calls, seed {seed}:\n"), map)
            }
            Twenty48Case::Slide { map, line, warm_up } => {
                return slide_picture(map, *line, *warm_up);
            }
            Twenty48Case::Win { map, target } => (format!("target {target}, the map:\n"), map),
            Twenty48Case::Game(game) => return game.words().into(),
        };
        CasePicture::from(words).with_board(picture(map))
    }

    /// The steps to reproduce it.
    pub(super) fn reproduction(
        &self,
        console: impl Fn(&PinnedGame) -> Vec<u8>,
    ) -> CaseReproduction {
        let call = |words: String, seed: Option<i64>| CaseReproduction {
            call: Some(words),
            seed,
            ..CaseReproduction::default()
        };
        match self {
            Twenty48Case::Clear { map } => {
                call(format!("`clear_map` with {} in `puzzle_map`", words(map)), None)
            }
            Twenty48Case::Tile { map, seed } | Twenty48Case::Tiles { map, seed } => call(
                format!("`generate_a_random_tile` with {} in `puzzle_map`", words(map)),
                Some(*seed),
            ),
            Twenty48Case::Slide { map, line, warm_up } => {
                let tiles = line_words(line.cells().map(|cell| map[cell]));
                let first = warm_up.map_or_else(String::new, |tiles| {
                    format!(", after a call with {}", line_words(tiles))
                });
                let cells = line.words();
                call(format!("`slide` with {tiles} in the cells of {cells}{first}"), None)
            }
            Twenty48Case::Win { map, target } => {
                let map = words(map);
                call(
                    format!("`check_win` with {map} in `puzzle_map` and the target {target}"),
                    None,
                )
            }
            Twenty48Case::Lose { map } => {
                call(format!("`check_lose` with {} in `puzzle_map`", words(map)), None)
            }
            Twenty48Case::Game(game) => CaseReproduction {
                console: console(game),
                keys: game.keys.clone(),
                seed: Some(game.seed),
                ..CaseReproduction::default()
            },
        }
    }
}

impl PinnedGame {
    fn words(&self) -> String {
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
            // A key may be anything, also a control character.
            key => char::from(key).escape_default().to_string(),
        })
        .collect();
    spelled.join(" ")
}

fn words(map: &TileMap) -> String {
    map.map(|tile| tile.to_string()).join(" ")
}

fn slide_picture(map: &TileMap, line: TileLine, warm_up: Option<[u32; 4]>) -> CasePicture {
    let tiles = line_words(line.cells().map(|cell| map[cell]));
    let mut parts = vec![format!("$a0 to $a3 are {}: {tiles}", line.words())];
    if let Some(tiles) = warm_up {
        parts.push(format!("after another slide there, of {}", line_words(tiles)));
    }
    let words = CasePicture::from(parts.join("\n"));
    // The other tiles are shown only if there are any: most slides are about four cells.
    let has_others = (0..16).any(|cell| map[cell] != 0 && !line.cells().contains(&cell));
    if has_others { words.with_words("\nthe map:\n").with_board(picture(map)) } else { words }
}
