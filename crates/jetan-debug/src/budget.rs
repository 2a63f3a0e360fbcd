//! The work that finding something out about a run may take, the same for whoever asks.

use jetan_run::timeline::{Allowance, Diverged, Timeline};

/// What one question may take in all, in instructions that are interpreted: about two seconds.
pub const WORK_MAX: u64 = 500_000_000;

/// What came of a question that had a budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounded<T> {
    /// The answer, unless the work was used up before there was one.
    pub answer: Option<T>,
    /// After how many steps whoever looked had to stop, if so: there may be more to know.
    pub cut_after: Option<u64>,
}

/// Asks something about a run with a budget of [`WORK_MAX`], or with what is left of the one that a
/// caller has set.
pub async fn bounded<'e, T>(
    timeline: &mut Timeline<'e>,
    ask: impl AsyncFnOnce(&mut Timeline<'e>) -> Result<T, Diverged>,
) -> Result<Bounded<T>, Diverged> {
    let before = timeline.allowance();
    let is_ours = before == Allowance::default();
    if is_ours {
        timeline.set_allowance(Allowance::of(WORK_MAX));
    }
    let answer = ask(timeline).await;
    let cut_after = timeline.allowance().spent();
    if is_ours {
        timeline.set_allowance(before);
    }
    match answer {
        Ok(answer) => Ok(Bounded { answer: Some(answer), cut_after }),
        Err(_) if cut_after.is_some() => Ok(Bounded { answer: None, cut_after }),
        Err(diverged) => Err(diverged),
    }
}

/// That whoever looked had to stop.
pub fn cut_text(steps: u64) -> String {
    format!("stopped looking after {steps} steps")
}
