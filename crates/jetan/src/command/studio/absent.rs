//! In builds without the studio.

use super::Work;
use crate::console::Console;
use crate::exit::{Exit, Failure};

pub(super) const IS_THERE: bool = false;

pub(super) fn serve(_work: Work, _console: &Console) -> Result<Exit, Failure> {
    let why = "jetan: this build has no studio; build it with the feature `studio`";
    Err(Failure::usage(why))
}
