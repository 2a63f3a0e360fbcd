//! Loading programs, ours, changed or others', and checking them as the command does.
//!
//! A mutant is a row of `testdata/check/PROJECT/mutants.toml`: a file of ours and one text in it
//! that is replaced. A variant is a whole program in `testdata/check/PROJECT/variants/`, or such
//! replacements too.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use jetan_asm::{AssemblyOptions, Dialect, SourceSet};
use jetan_check::adapter::Adapter;
use jetan_check::check::{CaseSuite, CheckPlan, SmallestFailure, suite};
use jetan_check::verdict::{FailureKind, Verdict};
use jetan_games::GameTitle;
use jetan_isa::MemoryMap;
use jetan_machine::{Behaviour, Interpreter};
use jetan_run::loader::{ShippedOnly, find_pack};
use jetan_run::{LoadPlan, load};
use jetan_run::{YieldPoint, at_once};
use jetan_sandbox::limits::CaseLimits;
use jetan_sandbox::program::ProgramUnderTest;
use jetan_sandbox::runner::ProgramRunner;
use serde::Deserialize;

/// Some changes to the programs of a project.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Change {
    /// What is changed, in a few words.
    pub(crate) name: String,
    /// What to assemble, from the folder of the project; several for a project of files.
    pub(crate) program: Vec<String>,
    /// The replacements.
    pub(crate) edits: Vec<Edit>,
    /// An adapter, if it takes one to understand the program.
    #[serde(default)]
    pub(crate) adapter: String,
}

/// One replacement.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Edit {
    /// The file, from the folder of the project.
    pub(crate) file: String,
    /// What is replaced; it must be there once.
    pub(crate) find: String,
    /// What it is replaced by.
    pub(crate) replace: String,
}

#[derive(Deserialize)]
struct Changes {
    change: Vec<Change>,
}

/// What checking a program came to.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) passed: usize,
    pub(crate) skipped: usize,
    /// Why some were skipped.
    pub(crate) reasons: Vec<String>,
    /// The number of the first failing case, and the smallest case found from it.
    pub(crate) first_failure: Option<(String, SmallestFailure)>,
    pub(crate) failed: usize,
    /// What went wrong after right answers.
    pub(crate) later: Vec<FailureKind>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows of a file of changes.
pub(crate) fn changes(project: GameTitle, file: &str) -> Vec<Change> {
    let path = root().join("testdata/check").join(project.typed()).join(file);
    let text = fs::read_to_string(&path).expect("the changes can be read");
    toml::from_str::<Changes>(&text).expect("they are changes").change
}

/// The whole programs among the variants, each with its adapter (`NAME.toml` beside it) if any.
pub(crate) fn variants(project: GameTitle) -> Vec<(String, ProgramUnderTest, Adapter)> {
    let folder = root().join("testdata/check").join(project.typed()).join("variants");
    let Ok(entries) = fs::read_dir(&folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a folder can be listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "asm"));
    paths.sort();
    let load = |path: PathBuf| {
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let source = path.to_string_lossy().into_owned();
        let adapter = fs::read_to_string(path.with_extension("toml")).unwrap_or_default();
        let adapter = Adapter::parse(&adapter).expect("the adapter can be read");
        (name, assemble(project, &[source], &[]), adapter)
    };
    paths.into_iter().map(load).collect()
}

/// A program of ours, from the folder of its project, with some changes.
pub(crate) fn ours(project: GameTitle, program: &[String], edits: &[Edit]) -> ProgramUnderTest {
    let folder = root().join("programs").join(project.typed());
    let slashes = |path: PathBuf| path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    let full = |file: &str| slashes(folder.join(file));
    let names: Vec<String> = program.iter().map(|file| full(file)).collect();
    let edits: Vec<Edit> =
        edits.iter().map(|edit| Edit { file: full(&edit.file), ..edit.clone() }).collect();
    assemble(project, &names, &edits)
}

fn assemble(project: GameTitle, names: &[String], edits: &[Edit]) -> ProgramUnderTest {
    let mut used = vec![0; edits.len()];
    let mut read = |name: &str| {
        let mut text = fs::read_to_string(name).expect("a source can be read");
        for (edit, used) in edits.iter().zip(&mut used).filter(|(edit, _)| edit.file == name) {
            assert_eq!(text.matches(&edit.find).count(), 1, "`{}` is there once", edit.find);
            text = text.replace(&edit.find, &edit.replace);
            *used += 1;
        }
        Ok(text.into_bytes())
    };
    let sources = SourceSet::load(names, &mut read).expect("all roots can be read");
    assert!(used.iter().all(|&used| used > 0), "every edit is of a file that is assembled");
    let options = AssemblyOptions {
        dialect: Dialect::JETAN,
        map: MemoryMap::DEFAULT,
        start_at_main: names.len() > 1,
        ..AssemblyOptions::default()
    };
    let texts: Vec<&str> = sources.roots().iter().map(|&id| sources.file(id).text()).collect();
    let display = texts
        .iter()
        .find_map(|text| jetan_display::bitmap::recognise(text, &MemoryMap::DEFAULT))
        .map(|config| config.expect("the display is described well"));
    let pack = (project == GameTitle::Twenty48).then(|| {
        Arc::new(find_pack("comp2611-2048", &mut ShippedOnly).expect("our packs are good"))
    });
    let limits = CaseLimits::default();
    let plan =
        LoadPlan::with_pack(options, ProgramUnderTest::setup(Behaviour::JETAN, limits), pack);
    let loaded = load(&sources, plan, &mut ShippedOnly).expect("programs are right and small");
    ProgramUnderTest::new(loaded, display, limits)
}

/// Checks a program on the cases of its course and some generated ones.
pub(crate) fn check(
    project: GameTitle,
    subject: &ProgramUnderTest,
    adapter: &Adapter,
    plan: CheckPlan,
) -> Report {
    let mut engine: Interpreter = Interpreter::default();
    let mut runner = ProgramRunner::new(subject, &mut engine, &YieldPoint::NONE);
    let suite = at_once(suite(project, adapter, plan, &mut runner));
    judge_all(suite.as_ref(), &mut runner)
}

/// The same up to the first failure: enough for a program that has one, and sooner over.
pub(crate) fn check_to_failure(
    project: GameTitle,
    subject: &ProgramUnderTest,
    adapter: &Adapter,
    plan: CheckPlan,
) -> Report {
    let mut engine: Interpreter = Interpreter::default();
    let mut runner = ProgramRunner::new(subject, &mut engine, &YieldPoint::NONE);
    let suite = at_once(suite(project, adapter, plan, &mut runner));
    let mut report = Report::default();
    let fails = |&case: &usize| at_once(suite.judge(case, &mut runner)).is_failed();
    if let Some(case) = (0..suite.len()).find(fails) {
        let smallest = at_once(suite.shrink(case, &mut runner)).expect("it fails again");
        report.failed = 1;
        report.first_failure = Some((suite.name(case), smallest));
    }
    report
}

fn judge_all(suite: &dyn CaseSuite, runner: &mut ProgramRunner<'_>) -> Report {
    let mut report = Report::default();
    for case in 0..suite.len() {
        match at_once(suite.judge(case, runner)) {
            Verdict::Passed { mishap, .. } => {
                report.passed += 1;
                report.later.extend(mishap.map(|mishap| mishap.kind));
            }
            Verdict::Skipped(reason) => {
                report.skipped += 1;
                report.reasons.push(reason);
            }
            Verdict::NotJudged(reason) => panic!("{}: {reason}", suite.name(case)),
            Verdict::Failed(_) => {
                report.failed += 1;
                if report.first_failure.is_none() {
                    let smallest = at_once(suite.shrink(case, runner)).expect("it fails again");
                    report.first_failure = Some((suite.name(case), smallest));
                }
            }
        }
    }
    report
}

impl Report {
    /// Fails the test unless every case passed.
    pub(crate) fn expect_clean(&self, what: &str) {
        if let Some((name, smallest)) = &self.first_failure {
            panic!("{what}: case {name} fails: {:#?}", smallest.failure);
        }
        assert!(self.passed > 0, "{what}: no case applied");
    }

    /// What a student reads about the first failure, for snapshots; fails the test without one.
    pub(crate) fn story(&self, what: &str) -> String {
        let Some((_, smallest)) = &self.first_failure else { panic!("{what}: not caught") };
        let failure = &smallest.failure;
        let mut parts = vec![format!("# {what}\n\n{}\n", smallest.picture.to_string().trim_end())];
        parts.push(format!("{}: {}", failure.kind.name(), failure.summary));
        for (title, text) in [("expected", &failure.expected), ("actual", &failure.actual)] {
            let text = text.to_string();
            if !text.trim().is_empty() {
                parts.push(format!("{title}:\n{}", text.trim_end()));
            }
        }
        parts.extend(failure.help.iter().map(|help| format!("help: {help}")));
        parts.push(String::new());
        parts.join("\n")
    }
}

/// How many generated cases a test takes: the second number with `JETAN_LONG`.
pub(crate) fn generated(usual: usize, long: usize) -> CheckPlan {
    let is_long = std::env::var_os("JETAN_LONG").is_some();
    CheckPlan { seed: 1, generated: if is_long { long } else { usual } }
}

/// The stories of all mutants of a project, each of which must be caught.
pub(crate) fn stories_of_mutants(project: GameTitle) -> String {
    let story = |change: Change| {
        let subject = ours(project, &change.program, &change.edits);
        let report = check_to_failure(project, &subject, &Adapter::default(), generated(40, 40));
        report.story(&change.name)
    };
    let stories: Vec<String> = changes(project, "mutants.toml").into_iter().map(story).collect();
    assert!(stories.len() >= 10);
    stories.join("\n")
}

/// Checks that all variants of a project pass: our programs with changes, and whole programs.
pub(crate) fn expect_variants_to_pass(project: GameTitle, plan: CheckPlan) {
    let changed = changes(project, "variants.toml").into_iter().map(|change| {
        let adapter = Adapter::parse(&change.adapter).expect("the adapter can be read");
        (change.name, ours(project, &change.program, &change.edits), adapter)
    });
    let all: Vec<_> = changed.chain(variants(project)).collect();
    assert!(all.len() >= 5);
    for (name, subject, adapter) in all {
        check(project, &subject, &adapter, plan).expect_clean(&name);
    }
}

/// Checks that a crash and a hang after the answer leave every verdict as it was and are told.
pub(crate) fn expect_answers_to_count(project: GameTitle, plan: CheckPlan) {
    let kinds = [FailureKind::Crash, FailureKind::Hang];
    let changes = changes(project, "after-answer.toml");
    assert_eq!(changes.len(), kinds.len());
    for (change, kind) in changes.into_iter().zip(kinds) {
        let subject = ours(project, &change.program, &change.edits);
        let report = check(project, &subject, &Adapter::default(), plan);
        report.expect_clean(&change.name);
        let whole = ours(project, &change.program, &[]);
        let usual = check(project, &whole, &Adapter::default(), plan);
        assert_eq!(report.passed, usual.passed, "{}", change.name);
        assert!(report.later.len() > 3, "{}: {:?}", change.name, report.later);
        assert!(report.later.iter().all(|later| *later == kind), "{}", change.name);
    }
}

/// Checks that every wild program of a project fails in its own way, with a short input.
pub(crate) fn expect_wild_to_fail(project: GameTitle, expected: &[(&str, FailureKind)]) {
    let changes = changes(project, "wild.toml");
    assert_eq!(changes.len(), expected.len());
    for (change, &(name, kind)) in changes.into_iter().zip(expected) {
        assert_eq!(change.name, name);
        let subject = ours(project, &change.program, &change.edits);
        let report = check_to_failure(project, &subject, &Adapter::default(), generated(5, 5));
        let (_, smallest) = report.first_failure.unwrap_or_else(|| panic!("{name}"));
        assert_eq!(smallest.failure.kind, kind, "{name}: {:#?}", smallest.failure);
        assert!(smallest.reproduction.console.len() <= 8, "{name}: {}", smallest.picture);
    }
}
