//! In builds without the studio.

use super::StudioPlan;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};

pub(crate) const IS_THERE: bool = false;

pub(super) fn serve(_work: StudioPlan, _console: &Console) -> Result<Exit, CommandFailure> {
    let why = "jetan: this build has no studio; build it with the feature `studio`";
    Err(CommandFailure::usage(why))
}
