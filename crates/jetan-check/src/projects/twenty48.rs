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
use crate::check::procedure;
use crate::companion::CellAddresses;
use crate::picture::CasePicture;
use crate::project::{CaseReproduction, CaseSize, ProjectChecker, ProjectPart};
use crate::runner::ProgramRunner;
use crate::verdict::Verdict;

pub use case::{PinnedGame, Twenty48Case};
pub use map::TileLine;
use target::{TargetMethod, TypingForm};

/// The parts with their points, those of the course's rubric.
const PARTS: [ProjectPart; 6] = [
    ProjectPart { name: "clear_map", points: Some(10) },
    ProjectPart { name: "generate_a_random_tile", points: Some(20) },
    ProjectPart { name: "slide", points: Some(30) },
    ProjectPart { name: "check_win", points: Some(10) },
    ProjectPart { name: "check_lose", points: Some(15) },
    ProjectPart { name: "games", points: Some(15) },
];

/// The checker for programs of this project.
pub struct Twenty48Checker {
    /// The tasks that are there, and what the program calls them.
    labels: BTreeMap<&'static str, String>,
    /// The address of the map.
    map_address: Option<u32>,
    /// The address past the map, if an array is there that `clear_map` has nothing to do with.
    behind_map: Option<u32>,
    target: TargetMethod,
    typing: TypingForm,
    /// Whether it takes numbers for targets that others refuse.
    takes_any_target: bool,
}

impl Twenty48Checker {
    /// The project as an adapter describes it.
    pub async fn new(adapter: &Adapter, runner: &mut ProgramRunner<'_>) -> Twenty48Checker {
        let subject = runner.subject;
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
        let typing = TypingForm::new(adapter);
        let target = TargetMethod::find(adapter, runner, &typing).await;
        let takes_any_target = target::takes_any(runner, &typing).await;
        Twenty48Checker { labels, map_address, behind_map, target, typing, takes_any_target }
    }
}

impl Twenty48Checker {
    /// The cells of the map, if it has its name.
    pub(crate) fn cells(&self) -> Option<CellAddresses> {
        let address = self.map_address?;
        Some(CellAddresses::words((0..16).map(|cell| address.wrapping_add(4 * cell)).collect()))
    }

    pub(crate) fn typed_target(&self, target: u32) -> Vec<u8> {
        self.typing.console(&[], target)
    }
}

impl ProjectChecker for Twenty48Checker {
    type Case = Twenty48Case;

    fn parts(&self) -> Vec<ProjectPart> {
        PARTS.to_vec()
    }

    fn part_of(&self, case: &Twenty48Case) -> usize {
        case.part()
    }

    fn fixed(&self) -> Vec<(&'static str, Twenty48Case)> {
        cases::fixed()
    }

    fn generate(&self, rng: &mut Rng, size: CaseSize) -> Twenty48Case {
        match cases::generate(rng, size) {
            // Such a game would be skipped; without the refused answers it is still worth playing.
            Twenty48Case::Game(game) if self.takes_any_target => {
                Twenty48Case::Game(PinnedGame { refused: Vec::new(), ..game })
            }
            case => case,
        }
    }

    async fn judge(&self, runner: &mut ProgramRunner<'_>, case: &Twenty48Case) -> Verdict {
        match case {
            Twenty48Case::Clear { map } => self.judge_clear(runner, map).await,
            Twenty48Case::Tile { map, seed } => self.judge_tile(runner, map, *seed).await,
            Twenty48Case::Tiles { map, seed } => self.judge_tiles(runner, map, *seed).await,
            Twenty48Case::Slide { map, line, warm_up } => {
                self.judge_slide(runner, map, *line, *warm_up).await
            }
            Twenty48Case::Win { map, target } => self.judge_win(runner, map, *target).await,
            Twenty48Case::Lose { map } => self.judge_lose(runner, map).await,
            Twenty48Case::Game(game) => self.judge_game(runner, game).await,
        }
    }

    fn smaller(&self, case: &Twenty48Case) -> Vec<Twenty48Case> {
        case::smaller(case)
    }

    fn picture(&self, case: &Twenty48Case) -> CasePicture {
        case.picture()
    }

    fn reproduction(&self, case: &Twenty48Case) -> CaseReproduction {
        case.reproduction(|game| self.typing.console(&game.refused, game.target))
    }
}
