//! Tetrisito: two grids and some pieces in, yes or no out.

mod answer;
mod case;
mod edition;
mod fixed;
mod generate;
mod routines;
mod shapes;
mod shrink;

use jetan_games::rng::Rng;
use jetan_games::tetrisito::{DropOrder, DropRules, PieceRule, PlanDrop, TetrisitoPuzzle};
use jetan_run::{RunEnd, RunLimit};

use self::case::PuzzleCase;
use self::routines::{CallableRoutines, Routine, RoutineCall};
use super::opening::{self, OPENINGS};
use crate::adapter::{self, Adapter, LineEnd, TetrisitoVariant};
use crate::escapes::without_escapes;
use crate::picture::CasePicture;
use crate::project::{CaseReproduction, CaseSize, ProjectChecker, ProjectPart};
use crate::runner::{ProgramRunner, RunRecord};
use crate::sandbox::ProgramInput;
use crate::verdict::{CaseFailure, FailureKind, Verdict, clip, mishap};

/// Instruction limit of a trial run.
const TRIAL_INSTRUCTIONS: u64 = 5_000_000;
/// Instruction limit of a case once the program is known to hang, so that it is not waited for
/// again and again.
const HANGING_CASE_INSTRUCTIONS: u64 = 10_000_000;
/// Instruction limit for one drop of a search that leaves nothing out: the document's own
/// takes a few ten thousand.
const DROP_INSTRUCTIONS: u64 = 100_000;
/// Instruction limit for reading and printing.
const READING_INSTRUCTIONS: u64 = 2_000_000;
/// The note about a program that understands the line end that it is not given.
const OTHER_LINE_END: &str = "the program understands the other line end better than the one the \
    adapter asks for: does it read a fixed number of bytes, with CR LF or with LF alone?";
/// Instruction limit of a run that detects the edition: three pieces, searched to the end.
const EDITION_INSTRUCTIONS: u64 = 200_000_000;
/// Cases of one piece that show how lines end.
const TRIVIAL_CASES: usize = 6;
/// Most cases that are generated to get one on which all programs agree.
const GENERATE_TRIES: usize = 40;
/// One of so many generated cases is a call of a routine.
const CALL_CASE_PERIOD: usize = 8;

/// The checker for programs of this project.
pub struct TetrisitoChecker {
    adapter: Adapter,
    rules: DropRules,
    implementation: TetrisitoVariant,
    line_end: LineEnd,
    found: ProgramTraits,
    /// With fewer pieces than that the program is not tried.
    pieces_min: usize,
    /// Whether a trial run with one piece did not come to an end.
    is_hanging: bool,
    /// Whether a trial run did not come to an end after its answer.
    hangs_after_answer: bool,
    routines: CallableRoutines,
}

/// The properties of a program that trial runs have shown.
#[derive(Default)]
struct ProgramTraits {
    /// Whether it understands the other line end better.
    other_line_end: bool,
    /// Whether it wants lines before the case.
    opening: bool,
    /// Whether it is of another edition than the usual one.
    edition: bool,
}

/// One thing that a program must do.
#[derive(Clone, Debug)]
pub struct TetrisitoCase {
    kind: TetrisitoCaseKind,
}

#[derive(Clone, Debug)]
enum TetrisitoCaseKind {
    Whole(PuzzleCase),
    Call(RoutineCall),
}

impl From<PuzzleCase> for TetrisitoCase {
    fn from(whole: PuzzleCase) -> TetrisitoCase {
        TetrisitoCase { kind: TetrisitoCaseKind::Whole(whole) }
    }
}

impl From<RoutineCall> for TetrisitoCase {
    fn from(call: RoutineCall) -> TetrisitoCase {
        TetrisitoCase { kind: TetrisitoCaseKind::Call(call) }
    }
}

impl TetrisitoChecker {
    /// The project as an adapter describes it; how lines end is tried if it does not say.
    pub async fn new(adapter: &Adapter, runner: &mut ProgramRunner<'_>) -> TetrisitoChecker {
        let implementation = adapter.rules.implementation;
        let mut project = TetrisitoChecker {
            adapter: adapter.clone(),
            rules: rules(adapter, implementation, adapter.rules.clear_lines),
            implementation,
            line_end: LineEnd::Lf,
            found: ProgramTraits::default(),
            pieces_min: 1,
            is_hanging: false,
            hangs_after_answer: false,
            routines: CallableRoutines::default(),
        };
        let limits = runner.limits;
        // Three limits for three kinds of trials: only the edition needs a whole search.
        runner.limits.instructions = limits.instructions.min(TRIAL_INSTRUCTIONS);
        project.find_opening(runner).await;
        runner.limits.instructions = limits.instructions.min(EDITION_INSTRUCTIONS);
        project.find_edition(runner).await;
        runner.limits.instructions = limits.instructions.min(TRIAL_INSTRUCTIONS);
        project.find_pieces_min(runner).await;
        let watched = project.trial_case();
        let feed = project.feed(&watched);
        project.routines = CallableRoutines::watch(runner, &project.adapter, &feed, &watched).await;
        runner.limits = limits;
        project
    }

    /// Tries line ends, and lines before the case if no trivial case is right without.
    async fn find_opening(&mut self, runner: &mut ProgramRunner<'_>) {
        let is_open = self.adapter.input.before.is_empty();
        // A single right answer shows that the case was read; an opening would only shift it.
        if self.find_line_end(runner).await > 0 || !is_open {
            return;
        }
        for lines in OPENINGS.map(opening::lines) {
            self.adapter.input.before = lines;
            // With an opening all must be right, because a wrong one may hit some answers by
            // accident.
            if self.find_line_end(runner).await == TRIVIAL_CASES {
                self.found.opening = true;
                return;
            }
        }
        self.adapter.input.before.clear();
        // Again without an opening, because the last attempt has set the line end.
        self.find_line_end(runner).await;
    }

    /// Tries which line ends get most trivial cases right, and how many that are; LF if there is
    /// nothing to choose. What an adapter says is kept, but not silently if the other would be
    /// better.
    async fn find_line_end(&mut self, runner: &mut ProgramRunner<'_>) -> usize {
        let [mut lf, mut cr_lf] = [0, 0];
        for (line_end, right) in [(LineEnd::Lf, &mut lf), (LineEnd::CrLf, &mut cr_lf)] {
            self.line_end = line_end;
            for case in self.trivial_cases(self.usual_least()) {
                let run = runner.run(&self.feed(&case)).await;
                *right += usize::from(self.is_right(&case, &run));
            }
        }
        // Strictly more, so that LF stays where both read alike.
        let better = if cr_lf > lf { LineEnd::CrLf } else { LineEnd::Lf };
        self.line_end = match self.adapter.input.line_end {
            LineEnd::Auto => better,
            line_end => line_end,
        };
        self.found.other_line_end = lf != cr_lf && self.line_end != better;
        lf.max(cr_lf)
    }

    /// Finds out by a few questions what the adapter does not say: whether pieces may fall in any
    /// order, and whether full rows vanish.
    async fn find_edition(&mut self, runner: &mut ProgramRunner<'_>) {
        let said = self.adapter.rules.clone();
        let mut ask = async |case: &PuzzleCase| {
            let run = runner.run(&self.feed(case)).await;
            answer::read(&self.adapter, &run.output)
        };
        let implementation = match said.implementation {
            TetrisitoVariant::Auto => edition::implementation(&mut ask).await,
            said => said,
        };
        let clears_lines = match (said.clear_lines, implementation) {
            // One piece says too little about rows.
            (None, TetrisitoVariant::A) => None,
            (None, _) => Some(edition::clears_lines(&mut ask).await),
            (said, _) => said,
        };
        self.found.edition = said.implementation == TetrisitoVariant::Auto
            && implementation == TetrisitoVariant::B
            || said.clear_lines.is_none() && clears_lines == Some(true);
        self.implementation = implementation;
        self.rules = rules(&self.adapter, implementation, clears_lines);
    }

    /// Whether every program of the course gives the same answer to a case.
    fn is_settled(&self, case: &PuzzleCase) -> bool {
        // Only where no piece may be skipped the document leaves open what becomes of one that
        // cannot fall.
        self.rules.usage != PieceRule::Prefix || edition::is_settled(case, self.rules)
    }

    /// The place among others that the piece of a case with one piece gets. Where none may be
    /// skipped, it is the first.
    fn turn(&self, index: usize) -> usize {
        if self.rules.usage == PieceRule::Prefix { 0 } else { index }
    }

    /// Tries whether the program takes fewer pieces than the document promises it.
    async fn find_pieces_min(&mut self, runner: &mut ProgramRunner<'_>) {
        let (mut is_hanging, mut hangs_after_answer) = (false, false);
        let mut all_right = async |least: usize| {
            let mut is_right = true;
            for case in self.trivial_cases(least) {
                let run = runner.run(&self.feed(&case)).await;
                let is_endless = run.ending == RunEnd::Limit(RunLimit::Instructions);
                let has_answered = answer::read_final(&self.adapter, &run.output).is_some();
                is_hanging |= least == 1 && is_endless && !has_answered;
                hangs_after_answer |= is_endless && has_answered;
                is_right &= self.is_right(&case, &run);
            }
            is_right
        };
        // A program that gets nothing right may as well fail on the simplest cases.
        let is_particular = !all_right(1).await && all_right(self.usual_least()).await;
        // The document promises three pieces, so a program may rely on them.
        self.pieces_min = if is_particular { self.usual_least() } else { 1 };
        self.is_hanging = is_hanging && !is_particular;
        self.hangs_after_answer = hangs_after_answer;
    }

    /// A few cases that every program should get right. The piece that matters is first, in the
    /// middle and last in turn, where any may be left out.
    fn trivial_cases(&self, least: usize) -> Vec<PuzzleCase> {
        let cases = fixed::one_piece().into_iter().map(|(_, case)| case).take(TRIVIAL_CASES);
        cases.enumerate().map(|(index, case)| padded(case, least, self.turn(index))).collect()
    }

    /// The fewest pieces the document gives a program.
    fn usual_least(&self) -> usize {
        match self.implementation {
            TetrisitoVariant::A => 1,
            TetrisitoVariant::Auto | TetrisitoVariant::B | TetrisitoVariant::C => 3,
        }
    }

    fn usual_most(&self) -> usize {
        match self.implementation {
            TetrisitoVariant::A => 1,
            TetrisitoVariant::Auto | TetrisitoVariant::B | TetrisitoVariant::C => {
                fixed::pieces_most(self.rules.clears_lines)
            }
        }
    }

    /// A case in which start, goal and first piece are easily distinguished from anything else.
    fn trial_case(&self) -> PuzzleCase {
        let start = fixed::grid(&["#....#"]);
        let goal = fixed::grid(&[".#....", "###...", "#....#"]);
        padded(PuzzleCase::new(start, goal, vec![shapes::shape(shapes::TEE)]), self.pieces_min, 0)
    }

    fn is_right(&self, case: &PuzzleCase, run: &RunRecord) -> bool {
        let expected = case.plan(self.rules).is_some();
        answer::read(&self.adapter, &run.output) == Some(expected)
    }

    pub(crate) fn typed_puzzle(&self, puzzle: &TetrisitoPuzzle) -> Vec<u8> {
        self.console(&PuzzleCase::new(puzzle.start(), puzzle.goal(), puzzle.pieces().to_vec()))
    }

    pub(crate) fn printed_answer(&self, output: &[u8]) -> Option<bool> {
        answer::read(&self.adapter, output)
    }

    fn feed(&self, case: &PuzzleCase) -> ProgramInput {
        let console = self.console(case);
        // Some print every state of their search: millions of bytes, and the answer at the end.
        ProgramInput {
            console,
            files_hold_input: true,
            keeps_tail: true,
            ..ProgramInput::default()
        }
    }

    fn console(&self, case: &PuzzleCase) -> Vec<u8> {
        let mut text = String::new();
        for line in &self.adapter.input.before {
            text.push_str(line);
            text.push('\n');
        }
        text.push_str(&case.lines());
        if self.line_end == LineEnd::CrLf {
            text = text.replace('\n', "\r\n");
        }
        text.into_bytes()
    }

    /// The instruction limit of a case: enough to drop everything everywhere.
    fn allowance(&self, case: &PuzzleCase) -> u64 {
        let most = if self.is_hanging { HANGING_CASE_INSTRUCTIONS } else { u64::MAX };
        let mut sequences: u64 = 1;
        let mut drops: u64 = 0;
        for left in (1..=case.pieces.len() as u64).rev() {
            // At most six offsets for each of the pieces that are left, in any order.
            sequences = sequences.saturating_mul(6 * left);
            drops = drops.saturating_add(sequences);
        }
        drops.saturating_mul(DROP_INSTRUCTIONS).saturating_add(READING_INSTRUCTIONS).min(most)
    }

    /// The run of a case. A program that hangs after its answers is first given a short time: what
    /// it says until then is enough.
    async fn run_to_answer(&self, runner: &mut ProgramRunner<'_>, case: &PuzzleCase) -> RunRecord {
        let (limits, feed) = (runner.limits, self.feed(case));
        let most = limits.instructions.min(self.allowance(case));
        let stages = [HANGING_CASE_INSTRUCTIONS.min(most), most];
        let stages = if self.hangs_after_answer { &stages[..] } else { &stages[1..] };
        let mut run = None;
        for &instructions in stages {
            runner.limits.instructions = instructions;
            let stage = run.insert(runner.run(&feed).await);
            if answer::read_final(&self.adapter, &stage.output).is_some() {
                break;
            }
        }
        runner.limits = limits;
        run.expect("there is a last stage")
    }

    async fn judge_whole(&self, runner: &mut ProgramRunner<'_>, case: &PuzzleCase) -> Verdict {
        let plan = case.plan(self.rules);
        let run = self.run_to_answer(runner, case).await;
        if let Some(failure) = mishap(&run, runner.subject) {
            let failure = explained(failure, &run, plan.is_some());
            // One that was printed before a crash may also be a line of its search.
            return match answer::read_final(&self.adapter, &run.output) {
                Some(said) if said == plan.is_some() => Verdict::passed_before(failure),
                _ => failure.into(),
            };
        }
        match answer::read(&self.adapter, &run.output) {
            None => self.without_answer(&run, plan.is_some()).into(),
            Some(said) if said == plan.is_some() => Verdict::passed(run.instructions),
            Some(_) => self.wrong(case, plan.as_deref(), &run).into(),
        }
    }

    fn wrong(&self, case: &PuzzleCase, plan: Option<&[PlanDrop]>, run: &RunRecord) -> CaseFailure {
        let rules = self.rules;
        let (summary, expected, actual) = match plan {
            Some([]) => {
                let summary = "start and goal are equal, but the program says NO".to_owned();
                (summary, CasePicture::from("YES"), "NO")
            }
            Some(plan) => {
                let summary = format!(
                    "{} makes the goal, but the program says NO",
                    answer::plan_in_words(plan)
                );
                let fields = answer::plan_in_pictures(case, rules, plan);
                let expected = CasePicture::from("YES\n\n").with_boards(fields).with_words("\n");
                (summary, expected, "NO")
            }
            None => {
                let reason = answer::reason(case, rules);
                (format!("{reason}, but the program says YES"), "NO".into(), "YES")
            }
        };
        let failure = CaseFailure::new(FailureKind::Wrong, summary, run.instructions)
            .comparing(expected, actual);
        let line_end = self.found.other_line_end.then(|| OTHER_LINE_END.to_owned());
        let both = answer::says_both(&self.adapter, &run.output).then(|| {
            "both words are in what the program prints, and the last one counts; an adapter can \
             name texts to leave out: `skip` below `[output]`"
                .to_owned()
        });
        // The likeliest cause first: with the wrong line end nothing else was understood.
        match line_end.or(both).or_else(|| answer::advice(case, rules, plan, self.pieces_min)) {
            Some(help) => failure.advising(help),
            None => failure,
        }
    }

    fn without_answer(&self, run: &RunRecord, expected: bool) -> CaseFailure {
        let summary = if run.ending == RunEnd::EndOfInput {
            "the program asks for more input than there is, and has not said YES or NO"
        } else {
            "the program ends without saying YES or NO"
        };
        let failure = CaseFailure::new(FailureKind::Ending, summary, run.instructions);
        let printed = without_escapes(&String::from_utf8_lossy(&run.output));
        let failure = failure.comparing(yes_or_no(expected), clip(&printed));
        if self.found.other_line_end {
            return failure.advising(OTHER_LINE_END);
        }
        if run.ending == RunEnd::EndOfInput {
            return failure.advising(
                "lines ending in LF and in CR LF were both tried: a grid is 6 lines of 6 \
                 characters, the number a line, a piece 4 lines of 4 characters",
            );
        }
        if !printed.trim().is_empty() {
            return failure.advising(
                "if the program says it in other words, an adapter can name them: `yes` and `no` \
                 below `[output]`",
            );
        }
        failure
    }
}

/// The rules of an edition.
fn rules(adapter: &Adapter, implementation: TetrisitoVariant, clears: Option<bool>) -> DropRules {
    let is_in_order = matches!(implementation, TetrisitoVariant::A | TetrisitoVariant::B);
    DropRules {
        order: if is_in_order { DropOrder::Given } else { DropOrder::Any },
        usage: match adapter.rules.usage() {
            Some(adapter::PieceUsage::All) => PieceRule::All,
            Some(adapter::PieceUsage::Prefix) => PieceRule::Prefix,
            None if implementation == TetrisitoVariant::B => PieceRule::Prefix,
            Some(adapter::PieceUsage::Some) | None => PieceRule::Some,
        },
        clears_lines: clears.unwrap_or(false),
    }
}

/// A case of one piece with further pieces, of shapes that the cases do not use; it takes one of
/// the first places in turn.
fn padded(mut case: PuzzleCase, least: usize, turn: usize) -> PuzzleCase {
    let further = case.pieces.len()..least;
    case.pieces.extend(further.map(|_| shapes::shape(shapes::SPARE)));
    let last = case.pieces.len().saturating_sub(1);
    // All places in turn, so that a program that only looks at the first piece is seen.
    case.pieces.swap(0, turn % (last + 1));
    case
}

fn yes_or_no(answer: bool) -> &'static str {
    if answer { "YES" } else { "NO" }
}

/// A mishap with the answer that should have come.
fn explained(failure: CaseFailure, run: &RunRecord, expected: bool) -> CaseFailure {
    let actual = failure.actual.clone();
    let failure = failure.comparing(yes_or_no(expected), actual);
    if run.ending == RunEnd::Limit(RunLimit::Memory) {
        return failure.advising(
            "service 9 never takes memory back: use the room of a copy again once its search is \
             over",
        );
    }
    failure
}

impl ProjectChecker for TetrisitoChecker {
    type Case = TetrisitoCase;

    fn parts(&self) -> Vec<ProjectPart> {
        let routines = Routine::ALL.map(Routine::name);
        let names = ["cases"].into_iter().chain(routines);
        names.map(|name| ProjectPart { name, points: None }).collect()
    }

    fn part_of(&self, case: &TetrisitoCase) -> usize {
        match &case.kind {
            TetrisitoCaseKind::Whole(_) => 0,
            TetrisitoCaseKind::Call(call) => {
                1 + Routine::ALL.iter().take_while(|&&routine| routine != call.routine).count()
            }
        }
    }

    fn fixed(&self) -> Vec<(&'static str, TetrisitoCase)> {
        let one = fixed::one_piece().into_iter();
        let several = match self.implementation {
            TetrisitoVariant::A => Vec::new(),
            TetrisitoVariant::Auto | TetrisitoVariant::B | TetrisitoVariant::C => {
                fixed::several(self.rules.clears_lines)
            }
        };
        let mut cases: Vec<(&'static str, TetrisitoCase)> = one
            .enumerate()
            .map(|(index, (name, case))| (name, padded(case, self.pieces_min, self.turn(index))))
            .chain(several)
            // A case on which sound programs differ would punish one reading of the document.
            .filter(|(_, case)| self.is_settled(case))
            .map(|(name, case)| (name, case.into()))
            .collect();
        let callable = self.routines.callable();
        for routine in Routine::ALL {
            let corners = RoutineCall::corners(routine);
            // One is enough to say why it is not judged.
            let taken = if callable.contains(&routine) { corners.len() } else { 1 };
            let calls = corners.into_iter().take(taken);
            cases.extend(calls.map(|(name, call)| (name, call.into())));
        }
        cases
    }

    fn generate(&self, rng: &mut Rng, size: CaseSize) -> TetrisitoCase {
        let callable = self.routines.callable();
        if size.index % CALL_CASE_PERIOD == CALL_CASE_PERIOD - 1 && !callable.is_empty() {
            let routine = callable[size.index / CALL_CASE_PERIOD % callable.len()];
            return RoutineCall::random(rng, routine).into();
        }
        let pieces = generate::piece_count(size, self.pieces_min, self.usual_most());
        let mut tries = (0..GENERATE_TRIES).map(|_| generate::whole(rng, self.rules, pieces));
        let settled = tries.find(|case| self.is_settled(case));
        // After so many tries a plain case is better than one that is open.
        settled.unwrap_or_else(|| self.trial_case()).into()
    }

    fn notes(&self) -> Vec<String> {
        let lines = &self.adapter.input.before;
        let opening = self.found.opening.then(|| opening::note(lines));
        let edition = self.found.edition.then(|| edition::note(self.implementation, self.rules));
        opening.into_iter().chain(edition).collect()
    }

    async fn judge(&self, runner: &mut ProgramRunner<'_>, case: &TetrisitoCase) -> Verdict {
        match &case.kind {
            TetrisitoCaseKind::Whole(whole) => self.judge_whole(runner, whole).await,
            TetrisitoCaseKind::Call(call) => self.routines.judge(runner, call).await,
        }
    }

    fn smaller(&self, case: &TetrisitoCase) -> Vec<TetrisitoCase> {
        match &case.kind {
            TetrisitoCaseKind::Whole(whole) => {
                let smaller = shrink::smaller(whole, self.rules, self.pieces_min);
                let settled = smaller.into_iter().filter(|case| self.is_settled(case));
                settled.map(TetrisitoCase::from).collect()
            }
            TetrisitoCaseKind::Call(call) => {
                call.smaller().into_iter().map(TetrisitoCase::from).collect()
            }
        }
    }

    fn picture(&self, case: &TetrisitoCase) -> CasePicture {
        match &case.kind {
            TetrisitoCaseKind::Whole(whole) => whole.picture(),
            TetrisitoCaseKind::Call(call) => call.picture(),
        }
    }

    fn reproduction(&self, case: &TetrisitoCase) -> CaseReproduction {
        match &case.kind {
            TetrisitoCaseKind::Whole(whole) => {
                CaseReproduction { console: self.console(whole), ..CaseReproduction::default() }
            }
            TetrisitoCaseKind::Call(call) => {
                CaseReproduction { call: Some(call.words()), ..CaseReproduction::default() }
            }
        }
    }
}
