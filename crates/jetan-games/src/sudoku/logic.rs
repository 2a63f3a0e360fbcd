//! Solving like a person: techniques from full houses to chains, as steps that explain
//! themselves.
//!
//! Cells are named `r4c7`: row 4 from the top, column 7 from the left, both counted from 1.
//! In code a cell is a number, counted row by row from 0.

mod candidates;
mod cell_set;
mod layout;
mod step;
mod technique;

mod chains;
mod colouring;
mod fish;
mod locked;
mod pairs;
mod rectangle;
mod singles;
mod subsets;
mod unions;
mod wings;

mod draw;
mod explain;
mod hint;
mod path;
pub mod rating;

pub use candidates::CandidateGrid;
pub use cell_set::{CellIter, CellSet};
pub use draw::draw;
pub use explain::{cell_name, symbol};
pub use hint::{PlayerHint, hint, hint_within};
pub use layout::{House, HouseKind};
pub(crate) use path::follow;
pub use path::{PathOutcome, SolutionPath, next_step, solve_path, solve_path_within};
pub use rating::{Difficulty, PathRating};
pub(crate) use singles::settle;
pub use step::{
    CandidateLink, CandidateMark, CellCandidate, LinkKind, SolutionStep, StepEffect, StepRole,
};
pub use technique::Technique;
