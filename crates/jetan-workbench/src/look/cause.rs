//! Why something is as it is, and which calls led here.

use jetan_debug::Debugger;
use jetan_debug::aftermath::Aftermath;
use jetan_debug::aftermath::TOO_SLOW;
use jetan_debug::budget::bounded;
use jetan_debug::cause::{self, LINKS_MAX, Link, Origin, Place, service_name};
use jetan_debug::names::Names;
use jetan_machine::Machine;
use jetan_run::RunEnd;
use jetan_wire::{Code, Explanation, LinkService, Links, Nothing, Told, Why};

use super::{line_fields, no_place};
use crate::jobs::{JobNeeds, Later};
use crate::message::{Answer, Refusal};
use crate::run::{fault_wire, place_wire};
use crate::workbench::Desk;

pub(crate) fn why(desk: &mut Desk<'_>, asked: Why) -> Answer<Later<Links>> {
    let run = desk.bench.run.as_mut().ok_or_else(Refusal::not_started)?;
    let (place, limit) = match (asked.place, asked.output) {
        (Some(place), None) => (run.debugger.place(&place)?, run.debugger.timeline.count()),
        (None, Some(byte)) => run.debugger.printer(byte)?,
        _ => return Err(no_place("either `place` or `output` is asked about")),
    };
    let mut copy = desk.copy()?;
    Ok(Later::question(JobNeeds::Run, async move |point| {
        // A counted budget: the same question gets the same answer on every computer, and a long
        // run cannot hold the tab for minutes.
        let found = bounded(&mut copy.timeline, async |timeline| {
            cause::why(timeline, place, limit, &point).await
        })
        .await?;
        let is_spent = found.cut_after.is_some();
        let links = found.answer.ok_or_else(|| Refusal::new(Code::NotNow, TOO_SLOW))?;
        let is_cut = is_spent || links.len() == LINKS_MAX;
        let links = links.iter().map(|link| link_wire(&copy.names, link)).collect();
        Ok(Links { links, is_cut })
    }))
}

/// Why a run failed, or what a run that somebody has paused does forever.
pub(crate) fn explain(desk: &mut Desk<'_>, _: Nothing) -> Answer<Later<Explanation>> {
    let ending = desk.run()?.debugger.timeline.ending();
    if ending.as_ref().is_some_and(RunEnd::is_own) {
        return Err(Refusal::new(Code::NotNow, "the program has ended as it wanted to"));
    }
    let mut copy = desk.copy()?;
    Ok(Later::question(JobNeeds::Run, async move |point| {
        let Debugger { timeline, names, .. } = &mut copy;
        let found = Aftermath::of(timeline, names, &point).await?;
        Ok(explanation(&found, ending.as_ref(), timeline.end_machine(), names))
    }))
}

fn explanation(
    found: &Aftermath,
    ending: Option<&RunEnd>,
    machine: &Machine,
    names: &Names,
) -> Explanation {
    let inquiry = found.inquiry.as_ref();
    let mut wire = Explanation::default();
    let mut scene = machine.pc;
    let mut help = found.help(false, names).into_iter().collect::<Vec<String>>();
    if let Some(RunEnd::Faulted { fault, pc }) = ending {
        wire.fault = Some(fault_wire(fault, *pc, machine, names, inquiry));
        scene = inquiry.and_then(|inquiry| inquiry.jump).map_or(*pc, |jump| jump.from);
        // The fault brings its own help, which takes the place of the general one.
        help.clear();
        // A jump into nowhere faults at its target, which has no line; the line to show is where it
        // jumped from.
        if scene != *pc {
            wire.jump = Some(told(names, scene, "it jumped from here"));
        }
    }
    if let Some((pc, text)) = found.accusation(scene, names) {
        let count = inquiry.and_then(|inquiry| inquiry.culprit).and_then(|culprit| culprit.count);
        wire.cause = Some(Told { count, ..told(names, pc, &text) });
    }
    if let Some(endless) = &found.endless {
        let (pc, text) = endless.mark(names);
        let notes = Some(endless.text(names));
        wire.endless = Some(Told { notes, ..told(names, pc, &text) });
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
fn told(names: &Names, pc: u32, text: &str) -> Told {
    let (path, line) = place_wire(names, pc).map(|place| (place.path, place.line)).unzip();
    Told { path, line, text: text.to_owned(), ..Told::default() }
}

fn link_wire(names: &Names, link: &Link) -> jetan_wire::Link {
    let place = match link.place {
        // Without labels: this text is a name that `why` takes again, and labels stand in `text`.
        Place::Register(_) => link.place.text(&|_| None),
        Place::Memory(address, bytes) => format!("{address:#x},{bytes}"),
    };
    let mut service = None;
    let origin = match link.origin {
        Origin::Computed => jetan_wire::Origin::Computed,
        Origin::Constant => jetan_wire::Origin::Constant,
        Origin::Call => jetan_wire::Origin::Call,
        Origin::Service(number) => {
            service = Some(LinkService { number, name: service_name(number).to_owned() });
            jetan_wire::Origin::Service
        }
        Origin::Loaded => jetan_wire::Origin::Loaded,
        Origin::Uninitialised => jetan_wire::Origin::Uninitialised,
        Origin::Again => jetan_wire::Origin::Again,
        Origin::Edited(_) => jetan_wire::Origin::Edited,
        Origin::Open => jetan_wire::Origin::Open,
    };
    let (count, pc) = link.writer.unzip();
    let (path, line) = pc.map_or((None, None), |pc| line_fields(names, pc));
    jetan_wire::Link {
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
