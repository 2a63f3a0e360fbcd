//! Somebody's version of a project against the native engine, a case at a time.

use std::cell::RefCell;
use std::sync::Arc;

use jetan_games::Name;
use jetan_grade::adapter::Adapter;
use jetan_grade::bench::Bench;
use jetan_grade::check::{Plan, Smallest, Suite, suite};
use jetan_grade::limits::Limits;
use jetan_grade::project::Reproduction;
use jetan_grade::subject::Subject;
use jetan_grade::verdict::{Failure, Verdict};
use jetan_machine::{Behaviour, Engine};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::carrier::{Carrier, EngineChoice};
use crate::message::{Answer, Message, Refusal};
use crate::request::Nothing;
use crate::run::{Bitmap, Options};
use crate::workbench::{Desk, Next, push};

/// Cases that can be generated.
const GENERATED_MAX: usize = 2000;
/// Failing cases that are told in full; more teach nothing.
const TOLD_MAX: usize = 20;
/// Between two events about how far it is, in milliseconds.
const PROGRESS_MS: i64 = 100;

/// A check that is going on.
pub(crate) struct Check {
    subject: Subject,
    suite: Box<dyn Suite>,
    engine: Box<dyn Engine>,
    /// The next case.
    next: usize,
    tally: Vec<Tally>,
    /// The cases that failed, at most so many as are told.
    failed: Vec<(usize, Failure)>,
    told_ms: i64,
}

/// What the cases of a part have come to.
#[derive(Clone, Default)]
struct Tally {
    passed: u32,
    failed: u32,
    skipped: u32,
    open: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    project: String,
    roots: Vec<String>,
    #[serde(default)]
    options: Options,
    cases: Option<usize>,
    seed: Option<u64>,
}

pub(crate) fn start(desk: &mut Desk<'_>, asked: Start) -> Answer {
    let unknown = || Refusal::new("bad-request", "there is no such project");
    let name = Name::from_typed(&asked.project).ok_or_else(unknown)?;
    let generated = asked.cases.unwrap_or(200);
    if generated > GENERATED_MAX {
        return Err(Refusal::new("too-many", "2,000 cases can be generated"));
    }
    let subject = desk.subject(name, &asked.roots, &asked.options)?;
    let mut engine = desk.carrier.engine(EngineChoice::Auto);
    let plan = Plan { seed: asked.seed.unwrap_or(1), generated };
    let carrier: RefCell<&mut dyn Carrier> = RefCell::new(&mut *desk.carrier);
    let mut should_stop = || carrier.borrow_mut().is_interrupted();
    let mut bench = Bench::new(&subject, &mut *engine, &mut should_stop);
    let suite = suite(name, &Adapter::default(), plan, &mut bench);
    let parts: Vec<Value> = suite
        .parts()
        .iter()
        .map(|part| json!({"name": part.name, "points": part.points}))
        .collect();
    let answer = json!({"total": suite.len(), "parts": parts, "notes": suite.notes()});
    let tally = vec![Tally::default(); suite.parts().len()];
    desk.bench.check =
        Some(Check { subject, suite, engine, next: 0, tally, failed: Vec::new(), told_ms: 0 });
    Ok(answer)
}

pub(crate) fn stop(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    if let Some(check) = desk.bench.check.take() {
        desk.bench.send("check", check.progress("stopped"));
    }
    Ok(json!({}))
}

impl Desk<'_> {
    /// The program under test, as `jetan check` has it.
    pub(crate) fn subject(
        &mut self,
        name: Name,
        roots: &[String],
        options: &Options,
    ) -> Result<Subject, Refusal> {
        let group = self.group(roots, options)?;
        let Some(names) = group.names else {
            return Err(Refusal::new("not-assembled", "there are errors in the sources"));
        };
        let mut pack = options.pack(&names.sources)?;
        if pack.is_none() && name == Name::Twenty48 {
            pack = Options::with_pack("comp2611-2048").pack(&names.sources)?;
        }
        let limits = Limits::of(name);
        let too_large =
            |_| Refusal::new("not-now", "the program does not fit into the memory it may use");
        let program = (*names.program).clone();
        let machine = options.setup(None).load(&program.image).map_err(too_large)?;
        let display = match options.bitmap(&names.sources, &machine)? {
            Bitmap::At(config, _) => Some(config),
            Bitmap::None | Bitmap::Unknown => None,
        };
        let subject = Subject::new(program, pack.map(Arc::new), display, Behaviour::JETAN, limits);
        Ok(subject.map_err(too_large)?.naming_files(&names.sources))
    }
}

impl Check {
    /// Judges cases for a slice; at the end what failed is made small and told, and the check is
    /// over.
    pub(crate) fn advance(&mut self, carrier: &mut dyn Carrier, outbox: &mut Vec<Message>) -> Next {
        while self.next < self.suite.len() {
            self.judge(carrier);
            let now_ms = carrier.now_ms();
            if !(0..PROGRESS_MS).contains(&(now_ms - self.told_ms)) {
                self.told_ms = now_ms;
                push(outbox, "check", self.progress("running"));
            }
            if !carrier.has_time() || carrier.is_interrupted() {
                return Next::Now;
            }
        }
        let smallest = self.shrink(carrier);
        let mut event = self.progress("done");
        let failures = self.failed.iter().enumerate().map(|(idx, (case, failure))| {
            self.failure(*case, failure, smallest.as_ref().filter(|_| idx == 0))
        });
        event["failures"] = failures.collect();
        push(outbox, "check", event);
        Next::Never
    }

    fn judge(&mut self, carrier: &mut dyn Carrier) {
        let case = self.next;
        let carrier: RefCell<&mut dyn Carrier> = RefCell::new(carrier);
        let mut should_stop = || carrier.borrow_mut().is_interrupted();
        let mut bench = Bench::new(&self.subject, &mut *self.engine, &mut should_stop);
        let verdict = self.suite.judge(case, &mut bench);
        self.next += 1;
        let Some(tally) = self.tally.get_mut(self.suite.part(case)) else { return };
        match verdict {
            Verdict::Passed { .. } => tally.passed += 1,
            Verdict::Skipped(_) => tally.skipped += 1,
            Verdict::NotJudged(_) => tally.open += 1,
            Verdict::Failed(failure) => {
                tally.failed += 1;
                if self.failed.len() < TOLD_MAX {
                    self.failed.push((case, *failure));
                }
            }
        }
    }

    /// The smallest case that fails as the first one did.
    fn shrink(&mut self, carrier: &mut dyn Carrier) -> Option<Smallest> {
        let case = self.failed.first()?.0;
        let carrier: RefCell<&mut dyn Carrier> = RefCell::new(carrier);
        let mut should_stop = || carrier.borrow_mut().is_interrupted();
        let mut bench = Bench::new(&self.subject, &mut *self.engine, &mut should_stop);
        self.suite.shrink(case, &mut bench)
    }

    fn progress(&self, kind: &str) -> Value {
        let parts = self.suite.parts().iter().zip(&self.tally).map(|(part, tally)| {
            json!({
                "name": part.name, "points": part.points, "passed": tally.passed,
                "failed": tally.failed, "skipped": tally.skipped, "notJudged": tally.open,
            })
        });
        let parts: Vec<Value> = parts.collect();
        json!({"kind": kind, "done": self.next, "total": self.suite.len(), "parts": parts})
    }

    fn failure(&self, case: usize, failure: &Failure, smallest: Option<&Smallest>) -> Value {
        let mut wire = told(failure);
        wire["case"] = Value::from(self.suite.name(case));
        wire["part"] = Value::from(self.suite.parts()[self.suite.part(case)].name);
        if let Some(smallest) = smallest {
            let mut small = told(&smallest.failure);
            small["picture"] = Value::from(smallest.picture.as_str());
            small["again"] = again(&smallest.reproduction);
            wire["smallest"] = small;
        }
        wire
    }
}

fn told(failure: &Failure) -> Value {
    json!({
        "kind": failure.kind.name(), "summary": failure.summary, "expected": failure.expected,
        "actual": failure.actual, "help": failure.help,
    })
}

/// How to see a case again: options of a start, and keys to be typed then.
fn again(reproduction: &Reproduction) -> Value {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    json!({
        "options": {
            "stdin": text(&reproduction.console), "endsInput": true, "clock": "virtual",
            "seed": reproduction.seed.unwrap_or(0),
        },
        "keys": text(&reproduction.keys), "call": reproduction.call,
    })
}
