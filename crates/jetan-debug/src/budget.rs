//! The work that finding something out about a run may take, the same for whoever asks.

use jetan_run::timeline::{ReplayDiverged, Timeline, WorkBudget};

/// The budget of one question, in interpreted instructions: about two seconds.
pub const WORK_MAX: u64 = 500_000_000;

/// The result of a question that had a budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BudgetedAnswer<T> {
    /// The answer, unless the work was used up before there was one.
    pub answer: Option<T>,
    /// The number of steps that were looked at when the budget was spent; none if it was enough.
    pub cut_after: Option<u64>,
}

/// Asks something about a run with a budget of [`WORK_MAX`], or with what is left of the one that a
/// caller has set.
pub async fn with_budget<'e, T>(
    timeline: &mut Timeline<'e>,
    ask: impl AsyncFnOnce(&mut Timeline<'e>) -> Result<T, ReplayDiverged>,
) -> Result<BudgetedAnswer<T>, ReplayDiverged> {
    let before = timeline.allowance();
    // A question within a question spends its caller's budget: a new one for each would let the
    // whole take a multiple of it.
    let is_ours = before == WorkBudget::default();
    if is_ours {
        timeline.set_allowance(WorkBudget::of(WORK_MAX));
    }
    let answer = ask(timeline).await;
    // Read before the allowance is put back, which forgets what was spent.
    let cut_after = timeline.allowance().spent();
    if is_ours {
        timeline.set_allowance(before);
    }
    match answer {
        Ok(answer) => Ok(BudgetedAnswer { answer: Some(answer), cut_after }),
        // A replay whose budget is spent fails as if the run had diverged; only the allowance tells
        // them apart.
        Err(_) if cut_after.is_some() => Ok(BudgetedAnswer { answer: None, cut_after }),
        Err(diverged) => Err(diverged),
    }
}

/// The message that a search ended because its budget was spent.
pub fn cut_text(steps: u64) -> String {
    format!("stopped looking after {steps} steps")
}
