//! Why something is as it is, and which calls led here.

use std::cell::RefCell;

use jetan_debug::cause::{LINKS_MAX, Link, Origin, Place, service_name};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{line_of, no_place};
use crate::message::{Answer, Refusal};
use crate::request::Nothing;
use crate::run::Run;
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
    let links = run.debugger.timeline.why(place, limit, &mut patience)?;
    let wire: Vec<Value> = links.iter().map(|link| link_wire(run, link)).collect();
    Ok(json!({"links": wire, "isCut": links.len() == LINKS_MAX}))
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
        Origin::Open => ("open", None),
    };
    let mut wire = json!({
        "depth": link.depth, "place": place, "value": link.value, "origin": origin,
        "text": run.debugger.link_text(link),
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

pub(crate) fn calls(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let carrier = RefCell::new(&mut *desk.carrier);
    let run = desk.bench.run.as_mut().ok_or_else(Refusal::not_started)?;
    // A long run without calls would be searched to its beginning, at every step.
    let mut is_cut = false;
    let calls = run.debugger.calls(&mut |_| {
        let mut carrier = carrier.borrow_mut();
        is_cut = !carrier.has_time() || carrier.is_interrupted();
        !is_cut
    })?;
    let machine = run.machine();
    let sp = machine.registers.get(jetan_isa::Reg::SP);
    let name = |address: u32| {
        let label = run.debugger.names.label(address);
        label.unwrap_or_else(|| format!("{address:#010x}"))
    };
    // A frame is a procedure and where it stands; that of a call is where it was made.
    let mut frames = Vec::new();
    let (mut pc, mut inner, mut count) = (machine.pc, sp, machine.count);
    for call in &calls {
        let mut wire = json!({
            "name": name(call.target), "address": pc, "count": count,
            "arguments": call.arguments, "isSuspicious": inner > call.sp,
        });
        line_of(run, pc, &mut wire);
        frames.push(wire);
        (pc, inner, count) = (call.pc, call.sp, call.count);
    }
    let mut outermost = json!({
        "name": name(run.debugger.names.program.image.entry), "address": pc, "count": count,
        "arguments": [], "isSuspicious": false,
    });
    line_of(run, pc, &mut outermost);
    frames.push(outermost);
    Ok(json!({"frames": frames, "isCut": is_cut}))
}
