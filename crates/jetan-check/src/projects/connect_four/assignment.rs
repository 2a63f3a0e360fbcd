//! Whether a program is one of this assignment: many courses have a game with four in line.

use jetan_run::RunEnd;

use super::super::dialogue::{DialogueRun, DialogueSettings};
use crate::adapter::Adapter;
use crate::check::procedure;
use crate::runner::ProgramRunner;

/// Procedures that only programs of this assignment have.
const DOCUMENT_PROCEDURES: [&str; 2] = ["ask_for_first_player", "ask_for_new_piece_column"];

/// The sign that a program is one of another assignment; none if it may be one of this, or if
/// it does not get so far that it could be told. Adapters describe programs of this one.
pub(super) async fn foreign(
    adapter: &Adapter,
    runner: &mut ProgramRunner<'_>,
    dialogue: &DialogueSettings,
) -> Option<&'static str> {
    // Whoever wrote an adapter has said that the program is one of this assignment.
    if *adapter != Adapter::default() || has_own(adapter, runner) {
        return None;
    }
    let mut hold = async |lines: &[&str]| dialogue.hold(runner, lines, "9", None).await;
    // 3 and 9 name no player, 1 does: the first question has to be repeated twice and then change.
    let refused = hold(&["3", "9", "1", "3"]).await;
    if refused.asked() < 3 || matches!(refused.run.ending, RunEnd::Limit(_)) {
        // It ends, stops or hangs too early to say anything: that is an error wherever it is from.
        return None;
    }
    let other = hold(&["2", "3"]).await;
    if !asks_alike(&refused, 0, 1) || !asks_alike(&refused, 1, 2) || asks_alike(&refused, 0, 3) {
        return Some(
            "its first question is not who goes first, 1 or 2, asked until it is answered",
        );
    }
    if other.asked() < 2 || asks_alike(&other, 0, 1) || !is_same_place(&refused, 3, &other, 1) {
        return Some("1 and 2 do not lead to the same next question");
    }
    // 7 must be refused; 0 and 6 are the outermost columns and must not be.
    let columns = hold(&["1", "7", "0", "6"]).await;
    if columns.asked() < 5 || !(2..5).all(|at| asks_alike(&columns, 1, at)) {
        return Some("its columns are not 0 to 6");
    }
    // Six pieces fill a column, by turns, and nobody has a line: if somebody else places pieces
    // between the answers, that comes out otherwise.
    let full = hold(&["1", "0", "0", "0", "0", "0", "0", "1"]).await;
    if full.asked() < 9 || !(2..9).all(|at| asks_alike(&full, 1, at)) {
        return Some("two players do not place one piece for each answer");
    }
    None
}

fn has_own(adapter: &Adapter, runner: &ProgramRunner<'_>) -> bool {
    DOCUMENT_PROCEDURES.iter().all(|name| procedure(runner.subject, adapter, name).is_some())
}

/// Whether two questions are asked at the same place of the program.
fn asks_alike(talk: &DialogueRun, one: usize, other: usize) -> bool {
    is_same_place(talk, one, talk, other)
}

fn is_same_place(one: &DialogueRun, at: usize, other: &DialogueRun, there: usize) -> bool {
    let site = |talk: &DialogueRun, question: usize| {
        // After the last question `moment` gives the end of the run, which has a site too.
        talk.moment(question).filter(|_| question < talk.asked()).map(|moment| moment.site)
    };
    let (here, there) = (site(one, at), site(other, there));
    here.is_some() && here == there
}
