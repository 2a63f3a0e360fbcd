//! Why something is as it is, and which calls led here.

use jetan_debug::Debugger;
use jetan_debug::budget::with_budget;
use jetan_debug::cause::{CauseLink, CauseOrigin, StorageLocation, service_name};
use jetan_debug::post_mortem::PostMortem;
use jetan_debug::post_mortem::TOO_SLOW;
use jetan_debug::why::{self, WhyPart, WhyQuestion};
use jetan_machine::Machine;
use jetan_run::RunEnd;
use jetan_symbols::DebugSymbols;
use jetan_wire::{
    ExplainedLine, Explanation, FailureCode, LinkService, Nothing, WhyLinks, WhyQuery,
};

use super::{line_fields, no_place};
use crate::jobs::{AnswerOrWork, JobFinish, JobNeeds};
use crate::message::{RequestAnswer, RequestError};
use crate::run::{fault_wire, place_wire};
use crate::workbench::RequestContext;

pub(crate) fn why(
    context: &mut RequestContext<'_>,
    asked: WhyQuery,
) -> RequestAnswer<AnswerOrWork<WhyLinks>> {
    let run = context.bench.run.as_mut().ok_or_else(RequestError::not_started)?;
    let is_output = asked.output.is_some();
    let (place, limit) = match (asked.place, asked.output) {
        (Some(place), None) => (run.debugger.place(&place)?, run.debugger.timeline.count()),
        (None, Some(byte)) => run.debugger.printer(byte)?,
        _ => return Err(no_place("either `place` or `output` is asked about")),
    };
    let question = WhyQuestion { place, limit, is_output };
    let mut copy = context.copy()?;
    Ok(AnswerOrWork::question(JobNeeds::Run, async move |point| {
        // A counted budget: the same question gets the same answer on every computer, and a long
        // run cannot hold the tab for minutes.
        let Debugger { timeline, names, .. } = &mut copy;
        let found = with_budget(timeline, async |timeline| {
            why::of_value(timeline, names, question, &point).await
        })
        .await?;
        let is_spent = found.cut_after.is_some();
        let parts = found.answer.ok_or_else(|| RequestError::new(FailureCode::NotNow, TOO_SLOW))?;
        let is_cut = is_spent || parts.contains(&WhyPart::Cut);
        let links = parts.iter().filter_map(|part| part_wire(names, part)).collect();
        Ok(WhyLinks { links, is_cut })
    }))
}

/// A part of an answer; none if it is told in another way.
fn part_wire(names: &DebugSymbols, part: &WhyPart) -> Option<jetan_wire::WhyLink> {
    let other = |origin, writer: Option<(u64, u32)>| {
        let (count, pc) = writer.unzip();
        let (path, line) = pc.map_or((None, None), |pc| line_fields(names, pc));
        jetan_wire::WhyLink {
            depth: 0,
            text: part.statement(names),
            place: String::new(),
            value: 0,
            origin,
            service: None,
            count,
            path,
            line,
            source: pc.and_then(|pc| names.line(pc)).map(|line| line.text),
        }
    };
    match part {
        WhyPart::Cause { link, depth } => {
            Some(jetan_wire::WhyLink { depth: *depth, ..link_wire(names, link) })
        }
        WhyPart::Branch(decision)
        | WhyPart::BranchOf { decision, .. }
        | WhyPart::EitherWay { decision, .. } => {
            Some(other(jetan_wire::WhyOrigin::Branch, Some((decision.count, decision.pc))))
        }
        WhyPart::Cut => None,
        _ => Some(other(jetan_wire::WhyOrigin::Heading, None)),
    }
}

/// Why a run failed, or what a run that somebody has paused does forever.
pub(crate) fn explain(
    context: &mut RequestContext<'_>,
    _: Nothing,
) -> RequestAnswer<AnswerOrWork<Explanation>> {
    let ending = context.run()?.debugger.timeline.ending();
    if ending.as_ref().is_some_and(RunEnd::is_own) {
        return Err(RequestError::new(
            FailureCode::NotNow,
            "the program has ended as it wanted to",
        ));
    }
    let mut copy = context.copy()?;
    Ok(AnswerOrWork::work(JobNeeds::Run, async move |point| {
        let Debugger { timeline, names, .. } = &mut copy;
        let found = PostMortem::of(timeline, names, &point).await?;
        let wire = explanation(&found, ending.as_ref(), timeline.end_machine(), names);
        let finish: JobFinish<Explanation> = Box::new(move |context| {
            // Kept for hosts that print the report of `jetan run`.
            context.run()?.aftermath = Some(found);
            Ok(wire)
        });
        Ok(finish)
    }))
}

fn explanation(
    found: &PostMortem,
    ending: Option<&RunEnd>,
    machine: &Machine,
    names: &DebugSymbols,
) -> Explanation {
    let inquiry = found.inquiry.as_ref();
    let mut wire = Explanation::default();
    let mut scene = machine.pc;
    let mut help = found.help(false, names).into_iter().collect::<Vec<String>>();
    if let Some(RunEnd::Faulted { fault, pc }) = ending {
        wire.fault = Some(fault_wire(fault, *pc, machine, names, inquiry));
        scene = inquiry.and_then(|inquiry| inquiry.jump).map_or(*pc, |jump| jump.from);
        // The fault brings its own help, which takes the place of the general one; that of
        // the loop which led to it is not part of that.
        help = found.loop_help(names).into_iter().collect();
        // A jump into nowhere faults at its target, which has no line; the line to show is where it
        // jumped from.
        if scene != *pc {
            wire.jump = Some(explained_line(names, scene, "it jumped from here"));
        }
    }
    if let Some((pc, text)) = found.accusation(scene, names) {
        let count = inquiry.and_then(|inquiry| inquiry.culprit).and_then(|culprit| culprit.count);
        wire.cause = Some(ExplainedLine { count, ..explained_line(names, pc, &text) });
    }
    if let Some(endless) = &found.endless {
        let (pc, text) = endless.mark(names);
        let notes = Some(endless.text(names));
        wire.endless = Some(ExplainedLine { notes, ..explained_line(names, pc, &text) });
    }
    wire.astray = inquiry.and_then(|inquiry| inquiry.stray_text(names));
    help.extend(found.cut_text());
    wire.help = help;
    wire.calls = inquiry.map(|inquiry| inquiry.calls(names)).unwrap_or_default();
    let links = inquiry.map_or(&[][..], |inquiry| &inquiry.links);
    wire.links = links.iter().map(|link| link_wire(names, link)).collect();
    wire
}

/// A line, and what is said about it.
fn explained_line(names: &DebugSymbols, pc: u32, text: &str) -> ExplainedLine {
    let (path, line) = place_wire(names, pc).map(|place| (place.path, place.line)).unzip();
    ExplainedLine { path, line, text: text.to_owned(), ..ExplainedLine::default() }
}

fn link_wire(names: &DebugSymbols, link: &CauseLink) -> jetan_wire::WhyLink {
    let place = match link.place {
        // Without labels: this text is a name that `why` takes again, and labels stand in `text`.
        StorageLocation::Register(_) => link.place.text(&|_| None),
        StorageLocation::Memory(address, bytes) => format!("{address:#x},{bytes}"),
    };
    let mut service = None;
    let origin = match link.origin {
        CauseOrigin::Computed => jetan_wire::WhyOrigin::Computed,
        CauseOrigin::Constant => jetan_wire::WhyOrigin::Constant,
        CauseOrigin::Call => jetan_wire::WhyOrigin::Call,
        CauseOrigin::Service(number) => {
            service = Some(LinkService { number, name: service_name(number).to_owned() });
            jetan_wire::WhyOrigin::Service
        }
        CauseOrigin::Loaded => jetan_wire::WhyOrigin::Loaded,
        CauseOrigin::Uninitialised => jetan_wire::WhyOrigin::Uninitialised,
        CauseOrigin::Again => jetan_wire::WhyOrigin::Again,
        CauseOrigin::Edited(_) => jetan_wire::WhyOrigin::Edited,
        CauseOrigin::Open => jetan_wire::WhyOrigin::Open,
    };
    let (count, pc) = link.writer.unzip();
    let (path, line) = pc.map_or((None, None), |pc| line_fields(names, pc));
    jetan_wire::WhyLink {
        depth: link.depth,
        text: link.statement(names),
        place,
        value: link.value,
        origin,
        service,
        count,
        path,
        line,
        source: pc.and_then(|pc| names.line(pc)).map(|line| line.text),
    }
}
