//! 2048: the five tasks by procedure, and whole games.

mod case;
mod cases;
mod games;
mod map;
mod target;
mod tasks;

use std::collections::BTreeMap;

use jetan_games::rng::Rng;

use crate::adapter::Adapter;
use crate::bench::Bench;
use crate::check::procedure;
use crate::companion::Cells;
use crate::picture::CasePicture;
use crate::project::{Part, Project, Reproduction, Size};
use crate::verdict::Verdict;

pub use case::{Case, Game};
pub use map::Line;
use target::{Typing, Way};

/// The parts with their points, those of the course's rubric.
const PARTS: [Part; 6] = [
    Part { name: "clear_map", points: Some(10) },
    Part { name: "generate_a_random_tile", points: Some(20) },
    Part { name: "slide", points: Some(30) },
    Part { name: "check_win", points: Some(10) },
    Part { name: "check_lose", points: Some(15) },
    Part { name: "games", points: Some(15) },
];

/// The checker for programs of this project.
pub struct Twenty48 {
    /// The tasks that are there, and what the program calls them.
    labels: BTreeMap<&'static str, String>,
    /// The address of the map.
    map_address: Option<u32>,
    /// The address past the map, if an array is there that `clear_map` has nothing to do with.
    behind_map: Option<u32>,
    target: Way,
    typing: Typing,
    /// Whether it takes numbers for targets that others refuse.
    takes_any_target: bool,
}

impl Twenty48 {
    /// The project as an adapter describes it.
    pub async fn new(adapter: &Adapter, bench: &mut Bench<'_>) -> Twenty48 {
        let subject = bench.subject;
        let address =
            |name| procedure(subject, adapter, name).and_then(|label| subject.symbol(&label));
        let labels = PARTS
            .into_iter()
            .filter_map(|part| Some((part.name, procedure(subject, adapter, part.name)?)))
            .collect();
        let map_address = address("puzzle_map");
        // Sixteen words. An array right after them shows whether `clear_map` writes too far.
        let behind = map_address.and_then(|map| map.checked_add(64));
        let behind_map = ["puzzle_map_prev", "puzzle_map_temp", "zero_indices"]
            .into_iter()
            .filter_map(address)
            .find(|&array| Some(array) == behind);
        let typing = Typing::new(adapter);
        let target = Way::find(adapter, bench, &typing).await;
        let takes_any_target = target::takes_any(bench, &typing).await;
        Twenty48 { labels, map_address, behind_map, target, typing, takes_any_target }
    }
}

impl Twenty48 {
    /// The cells of the map, if it has its name.
    pub(crate) fn cells(&self) -> Option<Cells> {
        let address = self.map_address?;
        Some(Cells::words((0..16).map(|cell| address.wrapping_add(4 * cell)).collect()))
    }

    pub(crate) fn typed_target(&self, target: u32) -> Vec<u8> {
        self.typing.console(&[], target)
    }
}

impl Project for Twenty48 {
    type Case = Case;

    fn parts(&self) -> Vec<Part> {
        PARTS.to_vec()
    }

    fn part_of(&self, case: &Case) -> usize {
        case.part()
    }

    fn fixed(&self) -> Vec<(&'static str, Case)> {
        cases::fixed()
    }

    fn generate(&self, rng: &mut Rng, size: Size) -> Case {
        match cases::generate(rng, size) {
            // Such a game would be skipped; without the refused answers it is still worth playing.
            Case::Game(game) if self.takes_any_target => {
                Case::Game(Game { refused: Vec::new(), ..game })
            }
            case => case,
        }
    }

    async fn judge(&self, bench: &mut Bench<'_>, case: &Case) -> Verdict {
        match case {
            Case::Clear { map } => self.judge_clear(bench, map).await,
            Case::Tile { map, seed } => self.judge_tile(bench, map, *seed).await,
            Case::Tiles { map, seed } => self.judge_tiles(bench, map, *seed).await,
            Case::Slide { map, line, warm_up } => {
                self.judge_slide(bench, map, *line, *warm_up).await
            }
            Case::Win { map, target } => self.judge_win(bench, map, *target).await,
            Case::Lose { map } => self.judge_lose(bench, map).await,
            Case::Game(game) => self.judge_game(bench, game).await,
        }
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        case::smaller(case)
    }

    fn picture(&self, case: &Case) -> CasePicture {
        case.picture()
    }

    fn reproduction(&self, case: &Case) -> Reproduction {
        case.reproduction(|game| self.typing.console(&game.refused, game.target))
    }
}
