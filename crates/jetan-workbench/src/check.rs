//! Somebody's version of a project against the native engine, a case at a time.

mod wire;

use std::sync::Arc;

use jetan_debug::names::Names;
use jetan_games::Name;
use jetan_grade::adapter::Adapter;
use jetan_grade::bench::Bench;
use jetan_grade::check::{Plan, Smallest, Suite, suite};
use jetan_grade::judged::{Judged, patience, worth_explaining};
use jetan_grade::limits::Limits;
use jetan_grade::source::Source;
use jetan_grade::subject::Subject;
use jetan_grade::verdict::Verdict;
use jetan_isa::Pack;
use jetan_machine::{Behaviour, Engine};
use jetan_wire::{
    CheckBegun, CheckKind, CheckShare, Code, Event, Nothing, OpenCase, Options, Started,
};

use crate::carrier::{Carrier, EngineChoice};
use crate::message::{Answer, DONE, Message, Refusal};
use crate::run::{Bitmap, Case, Chosen, with_pack};
use crate::workbench::{Desk, Next, push};

pub(crate) use wire::shown;

/// Cases that can be generated.
const GENERATED_MAX: usize = 2000;
/// Failing cases that are made small, one for each kind of mistake.
const EXPLAINED_MAX: usize = 5;
/// Between two events about how far it is, in milliseconds.
const PROGRESS_MS: i64 = 100;

/// A check that is going on, or what it came to.
pub(crate) struct Check {
    subject: Subject,
    names: Names,
    roots: Vec<String>,
    options: Options,
    suite: Box<dyn Suite>,
    engine: Box<dyn Engine>,
    judged: Vec<Judged>,
    /// The failing cases that are still to be made small, the next one last; none until all cases
    /// are judged.
    waiting: Option<Vec<usize>>,
    explained: Vec<Explained>,
    is_done: bool,
    told_ms: i64,
}

/// A failing case and the smallest one that fails like it.
struct Explained {
    case: usize,
    smallest: Smallest,
    source: Source,
}

pub(crate) fn start(desk: &mut Desk<'_>, asked: jetan_wire::Check) -> Answer<CheckBegun> {
    let unknown = || Refusal::new(Code::BadRequest, "there is no such project");
    let name = Name::from_typed(&asked.project).ok_or_else(unknown)?;
    let generated = asked.cases.unwrap_or(200);
    if generated > GENERATED_MAX {
        return Err(Refusal::new(Code::TooMany, "2,000 cases can be generated"));
    }
    let (subject, names) = desk.subject(name, &asked.roots, &asked.options)?;
    let mut engine = desk.carrier.engine(EngineChoice::Auto);
    let plan = Plan { seed: asked.seed.unwrap_or(1), generated };
    let carrier = &mut *desk.carrier;
    let mut should_stop = || carrier.is_interrupted();
    let mut bench = Bench::new(&subject, &mut *engine, &mut should_stop);
    let suite = suite(name, &Adapter::default(), plan, &mut bench);
    let parts = suite.parts().iter();
    let parts =
        parts.map(|part| CheckShare { name: part.name.to_owned(), points: part.points }).collect();
    let answer = CheckBegun { total: suite.len(), parts, notes: suite.notes() };
    desk.bench.check = Some(Check {
        subject,
        names,
        roots: asked.roots,
        options: asked.options,
        suite,
        engine,
        judged: Vec::new(),
        waiting: None,
        explained: Vec::new(),
        is_done: false,
        told_ms: 0,
    });
    Ok(answer)
}

pub(crate) fn stop(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    if let Some(check) = desk.bench.check.take_if(|check| !check.is_done) {
        desk.bench.send(Event::Check(check.progress(CheckKind::Stopped)));
    }
    DONE
}

/// Loads a case that was made small into the debugger, where its mistake was made.
pub(crate) fn open_case(desk: &mut Desk<'_>, asked: OpenCase) -> Answer<Started> {
    let none = || Refusal::new(Code::NoCase, "no check has found this case");
    let check = desk.bench.check.as_ref().ok_or_else(none)?;
    let explained = check.explained.iter().find(|it| it.case == asked.number).ok_or_else(none)?;
    let Explained { smallest, source, .. } = explained;
    let Some(kept) = smallest.kept.clone() else {
        let message = "the run of this case is too long to be kept: start it with its input";
        return Err(Refusal::new(Code::NotNow, message));
    };
    let case = Case {
        names: check.names.clone(),
        kept,
        focus: source.focus,
        roots: check.roots.clone(),
        options: check.options.clone().fed_as(&smallest.reproduction),
    };
    desk.show_case(case)
}

impl Desk<'_> {
    /// The program under test, as `jetan check` has it.
    pub(crate) fn subject(
        &mut self,
        name: Name,
        roots: &[String],
        options: &Options,
    ) -> Result<(Subject, Names), Refusal> {
        let group = self.group(roots, options)?;
        let Some(names) = group.names else {
            return Err(Refusal::new(Code::NotAssembled, "there are errors in the sources"));
        };
        let mut pack = options.pack(&names.sources)?;
        if pack.is_none() && name == Name::Twenty48 {
            pack = with_pack("comp2611-2048").pack(&names.sources)?;
        }
        let limits = Limits::of(name);
        let subject = load(&names, pack.map(Arc::new), options, limits)?;
        Ok((subject, names))
    }
}

/// A program that is to be run by a bench.
pub(crate) fn load(
    names: &Names,
    pack: Option<Arc<Pack>>,
    options: &Options,
    limits: Limits,
) -> Result<Subject, Refusal> {
    let too_large =
        |_| Refusal::new(Code::NotNow, "the program does not fit into the memory it may use");
    let program = (*names.program).clone();
    let machine = options.setup(None).load(&program.image).map_err(too_large)?;
    let display = match options.bitmap(&names.sources, &machine)? {
        Bitmap::At(config, _) => Some(config),
        Bitmap::None | Bitmap::Unknown => None,
    };
    let subject = Subject::new(program, pack, display, Behaviour::JETAN, limits);
    Ok(subject.map_err(too_large)?.naming_files(&names.sources))
}

impl Check {
    /// Judges cases for a slice, then makes those small that are worth it, one in a slice; at the
    /// end everything is told.
    pub(crate) fn advance(&mut self, carrier: &mut dyn Carrier, outbox: &mut Vec<Message>) -> Next {
        if self.is_done {
            return Next::Never;
        }
        let Some(waiting) = &mut self.waiting else {
            return self.judge_on(carrier, outbox);
        };
        let Some(&case) = waiting.last() else {
            self.is_done = true;
            push(outbox, &Event::Check(self.result()));
            return Next::Never;
        };
        let smallest = self.shrink(case, carrier);
        if carrier.is_interrupted() {
            return Next::Now;
        }
        if let Some(smallest) = smallest {
            let source = Source::of(&smallest, &self.names);
            self.explained.push(Explained { case, smallest, source });
        }
        self.waiting.as_mut().and_then(Vec::pop);
        push(outbox, &Event::Check(self.progress(CheckKind::Shrinking)));
        Next::Now
    }

    fn judge_on(&mut self, carrier: &mut dyn Carrier, outbox: &mut Vec<Message>) -> Next {
        while self.judged.len() < self.suite.len() {
            self.judge(carrier);
            let now_ms = carrier.now_ms();
            if !(0..PROGRESS_MS).contains(&(now_ms - self.told_ms)) {
                self.told_ms = now_ms;
                push(outbox, &Event::Check(self.progress(CheckKind::Running)));
            }
            if !carrier.has_time() || carrier.is_interrupted() {
                return Next::Now;
            }
        }
        let worth = worth_explaining(&self.judged, EXPLAINED_MAX);
        let waiting: Vec<usize> = worth.iter().rev().map(|judged| judged.case).collect();
        if !waiting.is_empty() {
            push(outbox, &Event::Check(self.progress(CheckKind::Shrinking)));
        }
        self.waiting = Some(waiting);
        Next::Now
    }

    /// Judges the next case; one that was interrupted is judged again.
    fn judge(&mut self, carrier: &mut dyn Carrier) {
        let case = self.judged.len();
        let most = patience(&self.judged);
        let verdict = self.on_bench(most, carrier, |suite, bench| suite.judge(case, bench));
        if matches!(verdict, Verdict::NotJudged(_)) && carrier.is_interrupted() {
            return;
        }
        let part = self.suite.part(case);
        self.judged.push(Judged { case, part, verdict, most });
    }

    /// The smallest case that fails as this one did.
    fn shrink(&mut self, case: usize, carrier: &mut dyn Carrier) -> Option<Smallest> {
        let most = self.judged.get(case).map_or(u64::MAX, |judged| judged.most);
        self.on_bench(most, carrier, |suite, bench| suite.shrink(case, bench))
    }

    fn on_bench<T>(
        &mut self,
        most: u64,
        carrier: &mut dyn Carrier,
        work: impl FnOnce(&dyn Suite, &mut Bench<'_>) -> T,
    ) -> T {
        let mut should_stop = || carrier.is_interrupted();
        let mut bench = Bench::new(&self.subject, &mut *self.engine, &mut should_stop);
        bench.limits.instructions = bench.limits.instructions.min(most);
        work(self.suite.as_ref(), &mut bench)
    }
}
