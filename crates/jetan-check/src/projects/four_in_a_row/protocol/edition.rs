//! The later assignment, which is another game: moves are blocked, pieces removed, and the first
//! one has to be in the middle.

use jetan_run::RunEnd;

use super::learn::{FirstProbe, PROBE_SEED, READ_STRING};
use super::memory::has_words;
use crate::runner::{InputQuestion, InputSite, ProgramRunner};

/// Words of the later assignment in which moves are blocked and pieces removed.
const OTHER_EDITION: [[&str; 2]; 3] =
    [["block", "opponent"], ["block", "other player"], ["remove", "piece"]];
/// Places that may ask for the first column: a menu and a token may come before.
const PLACES_MAX: usize = 4;
/// Numbers of columns, counted from 0 or from 1.
const COLUMN_NUMBERS: usize = 8;
/// The middle column in both ways of counting, with the number of the leftmost one.
const MIDDLES: [(usize, usize); 2] = [(4, 1), (3, 0)];
const COLUMNS: usize = 7;

/// Questions after an answer that are compared: a move may be confirmed before it is refused.
const FOLLOWING: usize = 2;

/// A question after an answer: the place that asks, and its words without numbers.
type NextQuestion = (InputSite, Vec<u8>);

/// Whether a program is for the later assignment.
pub(in super::super) async fn is_other_edition(runner: &mut ProgramRunner<'_>) -> bool {
    has_words(&runner.machine(), &OTHER_EDITION) || wants_the_middle(runner).await
}

/// Whether some question refuses every column but the middle one.
async fn wants_the_middle(runner: &mut ProgramRunner<'_>) -> bool {
    let Some(seen) = FirstProbe::look(runner).await else { return false };
    let questions = seen.questions();
    let is_first = |at: usize| questions[..at].iter().all(|(site, _)| *site != questions[at].0);
    let places = (0..questions.len())
        .filter(|&at| questions[at].0.service != READ_STRING && is_first(at))
        .take(PLACES_MAX);
    for at in places {
        let mut next: Vec<Vec<NextQuestion>> = Vec::new();
        for number in 0..COLUMN_NUMBERS {
            match next_questions(runner, questions, at, number).await {
                Ok(questions) => next.push(questions),
                Err(Endless) => return false,
            }
        }
        let is_known = |place: InputSite| questions[..=at].iter().any(|(site, _)| *site == place);
        for (middle, leftmost) in MIDDLES {
            let mut others = (leftmost..leftmost + COLUMNS).filter(|&number| number != middle);
            // The words tell a refused column from one that is taken, because both may be followed
            // by the same question.
            let refused = &next[leftmost];
            if refused.iter().any(|(place, _)| is_known(*place))
                && next[middle] != *refused
                && others.all(|number| next[number] == *refused)
            {
                return true;
            }
        }
    }
    false
}

/// A run that would go on without a question.
struct Endless;

/// The questions that follow if a number is the answer to one of these.
async fn next_questions(
    runner: &mut ProgramRunner<'_>,
    questions: &[(InputSite, String)],
    at: usize,
    number: usize,
) -> Result<Vec<NextQuestion>, Endless> {
    let (mut asked, mut next) = (0, Vec::new());
    let run = runner
        .run_answering(Some(PROBE_SEED), &mut |question: &InputQuestion<'_>| {
            asked += 1;
            match asked - 1 {
                before if before < at => return Some(questions[before].1.clone()),
                now if now == at => return Some(number.to_string()),
                _ => {}
            }
            let words = question.said.iter().filter(|byte| !byte.is_ascii_digit());
            next.push((question.site, words.copied().collect()));
            let (_, line) = questions.iter().find(|(site, _)| *site == question.site)?;
            (next.len() < FOLLOWING).then(|| line.clone())
        })
        .await;
    // The end of the input may leave a program in a loop; the questions before it count.
    match run.ending {
        RunEnd::Limit(_) if next.is_empty() => Err(Endless),
        _ => Ok(next),
    }
}
