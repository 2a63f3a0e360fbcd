//! Why something is as it is, and which calls led here.

use std::cell::RefCell;

use jetan_debug::aftermath::Aftermath;
use jetan_debug::cause::{self, LINKS_MAX, Link, Origin, Place, service_name};
use jetan_debug::names::Names;
use jetan_machine::Stop;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{line_of, no_place};
use crate::message::{Answer, Refusal};
use crate::request::Nothing;
use crate::run::{Run, fault_wire, place_wire};
use crate::workbench::Desk;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Why {
    place: Option<String>,
    output: Option<usize>,
}

pub(crate) fn why(desk: &mut Desk<'_>, asked: Why) -> Answer {
    let carrier = RefCell::new(&mut *desk.carrier);
    let run = desk.bench.run.as_mut().ok_or_else(Refusal::not_started)?;
    let (place, limit) = match (asked.place, asked.output) {
        (Some(place), None) => (run.debugger.place(&place)?, run.debugger.timeline.count()),
        (None, Some(byte)) => run.debugger.printer(byte)?,
        _ => return Err(no_place("either `place` or `output` is asked about")),
    };
    let mut patience = |_| !carrier.borrow_mut().is_interrupted();
    let links = cause::why(&mut run.debugger.timeline, place, limit, &mut patience)?;
    let wire: Vec<Value> = links.iter().map(|link| link_wire(run, link)).collect();
    Ok(json!({"links": wire, "isCut": links.len() == LINKS_MAX}))
}

/// Why a run failed, or what a run that somebody has paused does forever.
pub(crate) fn explain(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let carrier = RefCell::new(&mut *desk.carrier);
    let run = desk.bench.run.as_mut().ok_or_else(Refusal::not_started)?;
    let debugger = &mut run.debugger;
    let ending = debugger.timeline.ending().cloned();
    if matches!(ending, Some(Stop::Exited(_))) {
        return Err(Refusal::new("not-now", "the program has ended as it wanted to"));
    }
    let mut patience = |_| !carrier.borrow_mut().is_interrupted();
    let found = Aftermath::of(&mut debugger.timeline, &debugger.names, &mut patience)?;
    let (names, machine) = (&debugger.names, debugger.timeline.end_machine());
    let inquiry = found.inquiry.as_ref();
    let mut wire = json!({});
    let mut scene = machine.pc;
    let mut help = found.help(false, names).into_iter().collect::<Vec<String>>();
    if let Some(Stop::Faulted { fault, pc }) = &ending {
        wire["fault"] = fault_wire(fault, *pc, machine, names, inquiry);
        scene = inquiry.and_then(|inquiry| inquiry.jump).map_or(*pc, |jump| jump.from);
        help.clear();
        if scene != *pc {
            wire["jump"] = told(names, scene, "it jumped from here");
        }
    }
    if let Some((pc, text)) = found.accusation(scene, names) {
        wire["cause"] = told(names, pc, &text);
        let count = inquiry.and_then(|inquiry| inquiry.culprit).and_then(|culprit| culprit.count);
        if let Some(count) = count {
            wire["cause"]["count"] = Value::from(count);
        }
    }
    if let Some(endless) = &found.endless {
        let (pc, text) = endless.mark(names);
        wire["endless"] = told(names, pc, &text);
        wire["endless"]["notes"] = Value::from(endless.text(names));
    }
    if let Some(astray) = inquiry.and_then(|inquiry| inquiry.stray_text(names)) {
        wire["astray"] = Value::from(astray);
    }
    wire["help"] = Value::from(help);
    wire["calls"] = inquiry.map(|inquiry| inquiry.calls(names)).unwrap_or_default().into();
    let links = inquiry.map_or(&[][..], |inquiry| &inquiry.links);
    wire["links"] = links.iter().map(|link| link_wire(run, link)).collect();
    Ok(wire)
}

/// A line, and what is said about it.
fn told(names: &Names, pc: u32, text: &str) -> Value {
    let mut wire = place_wire(names, pc).unwrap_or_else(|| json!({}));
    wire["text"] = Value::from(text);
    wire
}

fn link_wire(run: &Run, link: &Link) -> Value {
    let names = &run.debugger.names;
    let place = match link.place {
        Place::Register(_) => link.place.text(&|_| None),
        Place::Memory(address, bytes) => format!("{address:#x},{bytes}"),
    };
    let (origin, service) = match link.origin {
        Origin::Computed => ("computed", None),
        Origin::Constant => ("constant", None),
        Origin::Call => ("call", None),
        Origin::Service(number) => ("service", Some(number)),
        Origin::Loaded => ("loaded", None),
        Origin::Uninitialised => ("uninitialised", None),
        Origin::Again => ("again", None),
        Origin::Edited(_) => ("edited", None),
        Origin::Open => ("open", None),
    };
    let mut wire = json!({
        "depth": link.depth, "place": place, "value": link.value, "origin": origin,
        "text": link.statement(&run.debugger.names),
    });
    if let Some(number) = service {
        wire["service"] = json!({"number": number, "name": service_name(number)});
    }
    if let Some((count, pc)) = link.writer {
        wire["count"] = Value::from(count);
        line_of(run, pc, &mut wire);
        if let Some(line) = names.line(pc) {
            wire["source"] = Value::from(line.text);
        }
    }
    wire
}
