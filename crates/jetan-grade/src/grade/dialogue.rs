//! Questions of the program and answers to them.

use super::compare::differs;
use crate::bench::{Asked, Bench};
use crate::rubric::{Expected, Step};
use crate::sandbox::{Feed, Pace};
use crate::verdict::{Failure, Kind, Verdict, clip, mishap};

/// Everything that is typed.
pub(super) fn typed(steps: &[Step]) -> Vec<u8> {
    let lines = steps.iter().filter_map(|step| match step {
        Step::Type(line) => Some([line.as_bytes(), b"\n"].concat()),
        Step::Expect(_) => None,
    });
    lines.collect::<Vec<_>>().concat()
}

/// Runs the program and compares what it says between the answers.
pub(super) async fn judge(steps: &[Step], seed: i64, bench: &mut Bench<'_>) -> Verdict {
    let feed =
        Feed { console: typed(steps), pace: Pace::Lines, seed: Some(seed), ..Feed::default() };
    let run = bench.run(&feed).await;
    if let Some(failure) = mishap(&run, bench.subject) {
        return failure.into();
    }
    // Each question for a line ends what is said before it, and so does the end.
    let mut said: Vec<Vec<u8>> = vec![Vec::new()];
    for (number, moment) in run.moments.iter().enumerate() {
        if let Some(last) = said.last_mut() {
            last.extend_from_slice(run.output_before(number));
        }
        if moment.asked == Asked::Line {
            said.push(Vec::new());
        }
    }
    let mut answered = 0;
    for step in steps {
        match step {
            Step::Type(_) => answered += 1,
            Step::Expect(expected) => {
                let Some(said) = said.get(answered) else {
                    let summary = format!("the program ends before it asks for line {answered}");
                    return Failure::new(Kind::Ending, summary, run.instructions).into();
                };
                if let Some(failure) = missing(expected, said, answered, run.instructions) {
                    return failure.into();
                }
            }
        }
    }
    Verdict::Passed { instructions: run.instructions }
}

/// The failure if a text was not printed, neither as a whole nor as a part.
fn missing(expected: &Expected, said: &[u8], answered: usize, count: u64) -> Option<Failure> {
    // The exact comparison of the rubric first; a part of what was said is enough too, because
    // prompts vary.
    differs(expected, said, count)?;
    let text = String::from_utf8_lossy(said);
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (wanted, found) = (squeezed(&expected.text), squeezed(&text));
    let is_part = found.contains(&wanted)
        // Only where the rubric ignores case.
        || found.to_lowercase().contains(&wanted.to_lowercase())
            && matches!(&expected.compare, crate::rubric::Compare::Tokens(it) if it.case);
    let place = match answered {
        0 => "before it asks for anything".to_owned(),
        _ => format!("after line {answered} was typed"),
    };
    let summary = format!("the program does not say what it should {place}");
    (!is_part).then(|| {
        Failure::new(Kind::Wrong, summary, count).comparing(clip(&expected.text), clip(&text))
    })
}
