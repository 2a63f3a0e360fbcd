//! What is said about a check, from verdicts that nobody had to run a program for.

use expect_test::expect;
use jetan_check::check::{CaseSuite, SmallestFailure, SuiteFuture};
use jetan_check::judged::JudgedCase;
use jetan_check::picture::CasePicture;
use jetan_check::project::{CaseReproduction, ProjectPart};
use jetan_check::source::ValueOrigin;
use jetan_check::verdict::{CaseFailure, FailureKind, Verdict};
use jetan_games::GameTitle;
use jetan_report::check::{CheckReport, ExplainedFailure, FailureTrace};
use jetan_sandbox::runner::ProgramRunner;

/// Cases that are only names.
struct NamedCases(Vec<ProjectPart>);

impl CaseSuite for NamedCases {
    fn parts(&self) -> &[ProjectPart] {
        &self.0
    }

    fn notes(&self) -> Vec<String> {
        vec!["It asks for the grid first.".to_owned()]
    }

    fn len(&self) -> usize {
        4
    }

    fn name(&self, case: usize) -> String {
        if case == 3 { "generated 1".to_owned() } else { format!("`grid` {case}") }
    }

    fn part(&self, _case: usize) -> usize {
        0
    }

    fn judge<'j>(
        &'j self,
        _case: usize,
        _bench: &'j mut ProgramRunner<'_>,
    ) -> SuiteFuture<'j, Verdict> {
        Box::pin(async { Verdict::Skipped("it is only a name".to_owned()) })
    }

    fn judge_asked<'j>(
        &'j self,
        case: usize,
        bench: &'j mut ProgramRunner<'_>,
    ) -> SuiteFuture<'j, Verdict> {
        self.judge(case, bench)
    }

    fn shown(&self, _case: usize) -> (CasePicture, CaseReproduction) {
        (CasePicture::default(), CaseReproduction::default())
    }

    fn shrink<'j>(
        &'j self,
        _case: usize,
        _bench: &'j mut ProgramRunner<'_>,
    ) -> SuiteFuture<'j, Option<SmallestFailure>> {
        Box::pin(async { None })
    }
}

fn failure() -> CaseFailure {
    CaseFailure {
        kind: FailureKind::Wrong,
        summary: "the last digit is wrong".to_owned(),
        expected: "12\n34".into(),
        actual: "12\n3\x1b".into(),
        help: Some("look at the last column".to_owned()),
        instructions: 12_345,
        spot: None,
    }
}

fn explained() -> ExplainedFailure {
    let console = b"1\n'50%'\n".to_vec();
    let reproduction = CaseReproduction { console, seed: Some(4), ..CaseReproduction::default() };
    let picture = "1 2\n3 .".into();
    let smallest =
        SmallestFailure { failure: failure(), picture, reproduction, steps: 2, kept: None };
    ExplainedFailure { case: 1, part: 0, smallest }
}

/// The report about four cases, of which one failed, as text and as JSON.
fn report() -> (String, String) {
    let suite = NamedCases(vec![ProjectPart { name: "games", points: None }]);
    let verdicts = [
        Verdict::passed(1_234_567),
        Verdict::Failed(Box::new(failure())),
        Verdict::NotJudged("there was no time".to_owned()),
        Verdict::passed_before(CaseFailure::new(FailureKind::Hang, "it does not end", 10)),
    ];
    let judged = |(case, verdict)| JudgedCase { case, part: 0, verdict, most: 0 };
    let judged: Vec<JudgedCase> = verdicts.into_iter().enumerate().map(judged).collect();
    let lines = vec!["main.asm:7: $t0 = 3".to_owned()];
    let source = ValueOrigin { lines, ..ValueOrigin::default() };
    let traces = [FailureTrace { source, saved: Some("cases/grid-1.case".to_owned()) }];
    let report = CheckReport {
        project: GameTitle::Sudoku,
        files: &["my program.asm".to_owned()],
        seed: 9,
        generated: 1,
        suite: &suite,
        judged: &judged,
        explained: &[explained()],
        traces: &traces,
        run_flags: &["--strict".to_owned()],
        check_flags: &["--seed=9".to_owned()],
    };
    (report.text(false), report.json())
}

#[test]
fn people_get_the_smallest_input_both_answers_and_the_command() {
    expect![[r"
        FAILED `grid` 1: wrong answer
          the last digit is wrong
          help: look at the last column

          The smallest input found that fails so, 2 steps from `grid` 1:

            1 2
            3 .

            expected      actual
            12            12
          > 34            3␛

          Where it comes from:
            main.asm:7: $t0 = 3

          12,345 instructions. To see it again:
            printf '1\n'\''50%%'\''\n' | jetan run --sandbox --strict 'my program.asm' --seed 4
            jetan debug --case cases/grid-1.case --strict 'my program.asm'

        It asks for the grid first.

        1 of 3 cases failed, 1 generated from seed 9 among them.
        In 1 case the answer is right, and counts, but then it does not end: generated
        1.
        1 case not judged, there was no time: `grid` 2.
        The longest took 1,234,567 instructions: `grid` 0.
    "]]
    .assert_eq(&report().0);
}

#[test]
fn programs_get_the_same_as_one_object() {
    let json = report().1;
    assert!(json.ends_with("}\n") && !json.contains('\x1b'), "{json}");
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&value["passed"], &value["failed"]), (&2.into(), &1.into()));
    assert_eq!(value["failing"], serde_json::json!(["grid 1"]));
    assert_eq!(value["afterAnswer"][0]["case"], "generated 1");
    assert_eq!(value["notJudged"][0]["reason"], "there was no time");
    let failure = &value["failures"][0];
    assert_eq!(failure["actual"], "12\n3\x1b");
    assert_eq!(failure["saved"], "cases/grid-1.case");
    let command = "printf '1\\n'\\''50%%'\\''\\n' | jetan run --sandbox --strict \
                   'my program.asm' --seed 4";
    assert_eq!(failure["command"], command);
}
