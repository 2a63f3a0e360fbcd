//! Any text as a rubric, and any bytes behind it as an archive that is graded by it: no panic,
//! mistakes have places, and nobody gets more points than there are.

#![no_main]

#[path = "../zip_bytes.rs"]
mod zip_bytes;

use jetan_asm::source::UnreadableFile;
use jetan_asm::{AssemblyOptions, SourceSet};
use jetan_grade::grade::grade;
use jetan_grade::rubric::{Rubric, RubricResources, read};
use jetan_grade::submission::{Submission, archive};
use jetan_machine::{Behaviour, Interpreter};
use jetan_run::loader::ShippedOnly;
use jetan_run::{LoadPlan, SlicedJob, YieldPoint, load};
use jetan_sandbox::program::ProgramUnderTest;
use libfuzzer_sys::fuzz_target;

/// Ends the rubric; a comment in TOML.
const ARCHIVE: &[u8] = b"#----";
/// What each case may take.
const INSTRUCTIONS: u64 = 2_000;
/// How often a grading may ask whether to stop.
const QUESTIONS_MAX: u32 = 20;
/// Cases beyond this are many of the same kind.
const CASES_MAX: usize = 8;

/// A folder in which every file has the same text.
struct Beside;

impl RubricResources for Beside {
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        if name.len() % 7 == 6 { Err("it is missing".to_owned()) } else { Ok(b"7 8\n".to_vec()) }
    }

    fn list(&mut self, _folder: &str) -> Result<Vec<String>, String> {
        Ok(["1.in", "1.out", "2.in", "3"].map(str::to_owned).to_vec())
    }
}

fn program(submission: &Submission, rubric: &Rubric) -> Option<ProgramUnderTest> {
    let roots: Vec<String> = submission.sources().into_iter().map(str::to_owned).collect();
    let read = |name: &str| submission.files.get(name).cloned().ok_or(UnreadableFile::Missing);
    let sources = SourceSet::load(&roots, &mut { read }).ok()?;
    let setup = ProgramUnderTest::setup(Behaviour::JETAN, rubric.limits);
    let plan = LoadPlan::with_pack(AssemblyOptions::default(), setup, None);
    let loaded = load(&sources, plan, &mut ShippedOnly).ok()?;
    Some(ProgramUnderTest::new(loaded, None, rubric.limits))
}

fuzz_target!(|bytes: &[u8]| {
    let end = bytes.windows(ARCHIVE.len()).position(|part| part == ARCHIVE);
    let (text, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
    let Ok(text) = std::str::from_utf8(text) else { return };
    let found = read(text, &mut Beside);
    assert!(found.rubric.is_some() != !found.errors.is_empty(), "{:?}", found.errors);
    for error in &found.errors {
        assert!(!error.message.is_empty() && text.get(error.span.clone()).is_some(), "{error:?}");
    }
    let Some(mut rubric) = found.rubric else { return };
    let rest = rest.get(ARCHIVE.len()..).unwrap_or_default();
    let packed = zip_bytes::of_decisions(rest);
    let submission = archive::read(rest).or_else(|_| archive::read(&packed));
    let Ok(submission) = submission else { return };
    rubric.limits.instructions = INSTRUCTIONS;
    rubric.limits.memory_bytes = rubric.limits.memory_bytes.min(4 << 20);
    for criterion in &mut rubric.criteria {
        criterion.cases.truncate(CASES_MAX);
        criterion.cases.iter_mut().for_each(|case| case.instructions = Some(INSTRUCTIONS));
    }
    let Some(program) = program(&submission, &rubric) else { return };
    let mut questions = 0;
    let mut goes_on = |_| {
        questions += 1;
        questions <= QUESTIONS_MAX
    };
    let mut engine = Interpreter::<()>::default();
    let refused = submission.refused.clone();
    let job = async |point: YieldPoint| {
        grade(&rubric, "ann", refused, &program, &mut engine, &point).await
    };
    let graded = SlicedJob::new(job).finish(&mut goes_on);
    assert!(graded.points <= rubric.points(), "{graded:?}");
});
