//! Why something is as it is, for machines: the data, and its words beside it.

use jetan_debug::blame::{BlameReason, Culprit};
use jetan_debug::cause::{CauseLink, CauseOrigin, StorageLocation, service_name};
use jetan_debug::coverage::Obstacle;
use jetan_debug::post_mortem::PostMortem;
use jetan_debug::why::WhyPart;
use jetan_symbols::DebugSymbols;
use serde::Serialize;

/// A line of an answer to `why`; the fields that do not belong to its kind are left out.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WirePart {
    /// `cause`, `cut`, `printed`, `characters`, `branch`, `executed`, `everyWay`, `times` or
    /// `never`.
    kind: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<usize>,
    #[serde(flatten)]
    at: WireAt,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    held: Option<WireValue>,
    /// The source of the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    service: Option<WireService>,
    /// Whether a branch was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_taken: Option<bool>,
    /// The registers that a branch compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    compared: Vec<WireValue>,
    /// The number of times a line was executed.
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<u64>,
    /// The instructions that were looked at, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<u64>,
    /// The instructions from which a run could have come to a line, and did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacles: Option<Vec<WireObstacle>>,
}

/// An instruction, and the step before it.
#[derive(Default, Serialize)]
struct WireAt {
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pc: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

/// A register or a part of memory, and what it holds.
#[derive(Serialize)]
struct WireValue {
    /// A register, or an address and a number of bytes.
    place: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u32>,
}

#[derive(Serialize)]
struct WireService {
    number: u32,
    name: &'static str,
}

#[derive(Serialize)]
struct WireObstacle {
    /// `alwaysTaken`, `neverTaken`, `ended` or `elsewhere`.
    kind: &'static str,
    text: String,
    #[serde(flatten)]
    at: WireAt,
    times: u64,
}

impl WireAt {
    fn new(pc: u32, count: Option<u64>, names: &DebugSymbols) -> WireAt {
        let line = names.line(pc);
        let (file, line) = line.map(|line| (line.file, line.number)).unzip();
        WireAt { count, pc: Some(pc), file, line }
    }
}

impl WireValue {
    fn new(place: StorageLocation, value: Option<u32>) -> WireValue {
        let place = match place {
            // A register has a name of its own; labels are for memory.
            StorageLocation::Register(_) => place.text(&|_| None),
            StorageLocation::Memory(address, bytes) => format!("{address:#x},{bytes}"),
        };
        WireValue { place, value }
    }
}

impl WirePart {
    pub(super) fn new(part: &WhyPart, names: &DebugSymbols) -> WirePart {
        let at = |pc: u32, count| WireAt::new(pc, count, names);
        let plain = WirePart { kind: part.kind(), text: part.text(names), ..WirePart::default() };
        match part {
            WhyPart::Cut | WhyPart::Characters | WhyPart::EveryWay => plain,
            WhyPart::Cause { link, depth } => {
                // `of` also serves explanations, where every link is a cause; here the part knows
                // its kind.
                let part = WirePart { kind: plain.kind, ..WirePart::of(link, names) };
                // The indent is for people; machines read `depth`.
                WirePart { text: plain.text.trim_start().to_owned(), depth: Some(*depth), ..part }
            }
            WhyPart::Printed { address, reg } => {
                let held = WireValue { place: reg.to_string(), value: Some(*address) };
                WirePart { held: Some(held), ..plain }
            }
            WhyPart::Branch(decision)
            | WhyPart::BranchOf { decision, .. }
            | WhyPart::EitherWay { decision, .. } => {
                let held = |&(reg, value): &(jetan_isa::Reg, u32)| WireValue {
                    place: reg.to_string(),
                    value: Some(value),
                };
                WirePart {
                    at: at(decision.pc, Some(decision.count)),
                    is_taken: Some(decision.is_taken),
                    compared: decision.compared.iter().map(held).collect(),
                    ..plain
                }
            }
            WhyPart::Executed { pc, count } | WhyPart::Empty { pc, count } => {
                WirePart { at: at(*pc, Some(*count)), ..plain }
            }
            WhyPart::Times { pc, times } => {
                WirePart { at: at(*pc, None), times: Some(*times), ..plain }
            }
            WhyPart::Never { pc, within, obstacles } => WirePart {
                at: at(*pc, None),
                times: Some(0),
                within: *within,
                obstacles: Some(
                    obstacles.iter().map(|one| WireObstacle::new(one, names)).collect(),
                ),
                ..plain
            },
        }
    }

    /// A value and where it came from.
    fn of(link: &CauseLink, names: &DebugSymbols) -> WirePart {
        let service = match link.origin {
            CauseOrigin::Service(number) => {
                Some(WireService { number, name: service_name(number) })
            }
            _ => None,
        };
        let at = link.writer.map(|(count, pc)| WireAt::new(pc, Some(count), names));
        WirePart {
            kind: "cause",
            text: link.text(names),
            depth: Some(link.depth),
            at: at.unwrap_or_default(),
            held: Some(WireValue::new(link.place, Some(link.value))),
            origin: Some(link.origin.name()),
            service,
            ..WirePart::default()
        }
    }
}

impl WireObstacle {
    fn new(obstacle: &Obstacle, names: &DebugSymbols) -> WireObstacle {
        WireObstacle {
            kind: obstacle.kind.name(),
            text: obstacle.text(names),
            at: WireAt::new(obstacle.pc, None, names),
            times: obstacle.times,
        }
    }
}

/// All that is known about the end of a run.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireExplanation {
    /// The instruction to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<WireCulprit>,
    /// The chain behind the value that the fault is about, nearest first.
    links: Vec<WirePart>,
    /// The story of a return that led astray.
    #[serde(skip_serializing_if = "Option::is_none")]
    astray: Option<String>,
    /// The calls that were open, innermost first, in words.
    calls: Vec<String>,
    /// A loop or a chain of calls that does not end.
    #[serde(skip_serializing_if = "Option::is_none")]
    endless: Option<WireMessage>,
}

#[derive(Serialize)]
struct WireCulprit {
    #[serde(flatten)]
    message: WireMessage,
    /// A word for what it did: `neverWritten`, `sets`, `loads`, `computes`, `takesBack`, `service`,
    /// `calls`, `keeps`, `fallsInto`, `jumpsInto` or `descends`.
    reason: &'static str,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    held: Option<WireValue>,
}

#[derive(Serialize)]
struct WireMessage {
    text: String,
    #[serde(flatten)]
    at: WireAt,
}

impl WireExplanation {
    pub(super) fn new(aftermath: &PostMortem, names: &DebugSymbols) -> WireExplanation {
        let inquiry = aftermath.inquiry.as_ref();
        let culprit = inquiry.and_then(|inquiry| {
            let culprit = inquiry.culprit?;
            Some(WireCulprit::new(&culprit, inquiry.accusation(names)?, names))
        });
        let links = inquiry.map_or(&[][..], |inquiry| &inquiry.links);
        let endless = aftermath.endless.as_ref().map(|endless| {
            let (pc, text) = endless.mark(names);
            WireMessage { text, at: WireAt::new(pc, None, names) }
        });
        WireExplanation {
            cause: culprit,
            links: links.iter().map(|link| WirePart::of(link, names)).collect(),
            astray: inquiry.and_then(|inquiry| inquiry.stray_text(names)),
            calls: inquiry.map(|inquiry| inquiry.calls(names)).unwrap_or_default(),
            endless,
        }
    }
}

impl WireCulprit {
    fn new(culprit: &Culprit, text: String, names: &DebugSymbols) -> WireCulprit {
        // Written out and not derived from the names of variants: other programs compare these
        // words.
        let reason = match culprit.reason {
            BlameReason::NeverWritten(_) => "neverWritten",
            BlameReason::Sets => "sets",
            BlameReason::Loads(_) => "loads",
            BlameReason::Computes => "computes",
            BlameReason::TakesBack(_) => "takesBack",
            BlameReason::Service(_) => "service",
            BlameReason::Calls => "calls",
            BlameReason::Keeps(_) => "keeps",
            BlameReason::FallsInto(_) => "fallsInto",
            BlameReason::JumpsInto(_) => "jumpsInto",
            BlameReason::Descends(_) => "descends",
        };
        let held = culprit.place.map(|place| WireValue::new(place, Some(culprit.value)));
        let at = WireAt::new(culprit.pc, culprit.count, names);
        WireCulprit { message: WireMessage { text, at }, reason, held }
    }
}
