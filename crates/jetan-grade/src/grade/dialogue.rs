//! Questions of the program and answers to them.

use super::compare::differs;
use crate::rubric::{DialogueStep, ExpectedText};
use crate::runner::{AwaitedInput, ProgramRunner, RunRecord};
use crate::sandbox::{InputPace, ProgramInput};
use crate::verdict::{CaseFailure, FailureKind, Verdict, clip, mishap};

/// Everything that is typed.
pub(super) fn typed(steps: &[DialogueStep]) -> Vec<u8> {
    let lines = steps.iter().filter_map(|step| match step {
        DialogueStep::Type(line) => Some([line.as_bytes(), b"\n"].concat()),
        DialogueStep::Expect(_) => None,
    });
    lines.collect::<Vec<_>>().concat()
}

/// Runs the program and compares what it says between the answers.
pub(super) async fn judge(
    steps: &[DialogueStep],
    seed: i64,
    runner: &mut ProgramRunner<'_>,
) -> Verdict {
    let feed = ProgramInput {
        console: typed(steps),
        pace: InputPace::Lines,
        seed: Some(seed),
        ..ProgramInput::default()
    };
    let run = runner.run(&feed).await;
    let differing = differing(steps, &run);
    match (mishap(&run, runner.subject), differing) {
        // After the last answer a program must say something, or the crash may be all it does.
        (Some(mishap), None) if matches!(steps.last(), Some(DialogueStep::Expect(_))) => {
            Verdict::passed_before(mishap)
        }
        (Some(mishap), _) => mishap.into(),
        (None, Some(failure)) => failure.into(),
        (None, None) => Verdict::passed(run.instructions),
    }
}

/// The first thing that the program does not say.
fn differing(steps: &[DialogueStep], run: &RunRecord) -> Option<CaseFailure> {
    // Each question for a line ends what is said before it, and so does the end.
    let mut said: Vec<Vec<u8>> = vec![Vec::new()];
    for (number, moment) in run.moments.iter().enumerate() {
        if let Some(last) = said.last_mut() {
            last.extend_from_slice(run.output_before(number));
        }
        if moment.asked == AwaitedInput::Line {
            said.push(Vec::new());
        }
    }
    let mut answered = 0;
    for step in steps {
        match step {
            DialogueStep::Type(_) => answered += 1,
            DialogueStep::Expect(expected) => {
                let Some(said) = said.get(answered) else {
                    let summary = format!("the program ends before it asks for line {answered}");
                    let count = run.instructions;
                    return Some(CaseFailure::new(FailureKind::Ending, summary, count));
                };
                let failure = missing(expected, said, answered, run.instructions);
                if failure.is_some() {
                    return failure;
                }
            }
        }
    }
    None
}

/// The failure if a text was not printed, neither as a whole nor as a part.
fn missing(
    expected: &ExpectedText,
    said: &[u8],
    answered: usize,
    count: u64,
) -> Option<CaseFailure> {
    // The exact comparison of the rubric first; a part of what was said is enough too, because
    // prompts vary.
    differs(expected, said, count)?;
    let text = String::from_utf8_lossy(said);
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (wanted, found) = (squeezed(&expected.text), squeezed(&text));
    let is_part = found.contains(&wanted)
        // Only where the rubric ignores case.
        || found.to_lowercase().contains(&wanted.to_lowercase())
            && matches!(&expected.compare, crate::rubric::TextComparison::Tokens(it) if it.case);
    let place = match answered {
        0 => "before it asks for anything".to_owned(),
        _ => format!("after line {answered} was typed"),
    };
    let summary = format!("the program does not say what it should {place}");
    (!is_part).then(|| {
        CaseFailure::new(FailureKind::Wrong, summary, count)
            .comparing(clip(&expected.text), clip(&text))
    })
}
