//! The datapath of one instruction, and floating-point patterns.

use jetan_tools::datapath::{ControlLine, DatapathView, DatapathWire, svg};
use jetan_tools::faults::FaultSet;
use jetan_tools::float::FloatPattern;
use jetan_tools::observe::ToolSet;
use serde::Serialize;

/// The datapath of one instruction.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireDatapath {
    /// The number of the instruction in the run.
    pub(super) number: u64,
    /// The instruction; none if the run did not come that far.
    pub(super) instruction: Option<String>,
    /// Wires that it uses, with their values.
    pub(super) wires: Vec<(&'static str, u32)>,
    /// Control lines, and whether they are active.
    pub(super) controls: Vec<(&'static str, bool)>,
    /// The picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) svg: Option<String>,
}

impl WireDatapath {
    pub(super) fn of(tools: &ToolSet) -> Option<WireDatapath> {
        let capture = tools.datapath.as_ref()?;
        let view = capture.input().map(DatapathView::new);
        let wires = view.iter().flat_map(|view| {
            let wires = DatapathWire::ALL.into_iter();
            wires.filter_map(|wire| Some((wire.name(), view.value(wire)?)))
        });
        let controls = view.iter().flat_map(|view| {
            ControlLine::ALL.into_iter().map(|line| (line.name(), view.is_on(line)))
        });
        Some(WireDatapath {
            number: capture.number(),
            wires: wires.collect(),
            controls: controls.collect(),
            svg: view.as_ref().map(svg),
            instruction: view.map(|view| view.text),
        })
    }
}

/// A floating-point pattern.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireFloat {
    pub(super) register: String,
    pub(super) width: u32,
    pub(super) class: &'static str,
    /// The shortest text that reads back.
    pub(super) shortest: String,
    /// All digits.
    pub(super) exact: String,
    pub(super) hex: String,
    pub(super) binary: String,
    pub(super) formula: String,
    /// The neighbours below and above.
    pub(super) below: Option<String>,
    pub(super) above: Option<String>,
}

impl WireFloat {
    /// The registers that were asked for; an even one with its neighbour is also a double.
    pub(super) fn all(tools: &ToolSet) -> Vec<WireFloat> {
        let mut all = Vec::new();
        for &(register, bits) in &tools.floats {
            all.push(WireFloat::new(register, FloatPattern::single(bits)));
            let upper = tools.floats.iter().find(|&&(other, _)| other == register + 1);
            if let Some(&(_, upper)) = upper.filter(|_| register % 2 == 0) {
                let bits = u64::from(upper) << 32 | u64::from(bits);
                all.push(WireFloat::new(register, FloatPattern::double(bits)));
            }
        }
        all
    }

    fn new(register: u8, pattern: FloatPattern) -> WireFloat {
        let (below, above) = pattern.neighbours();
        let width = pattern.width.bits();
        WireFloat {
            register: format!("$f{register}"),
            width,
            class: pattern.class().name(),
            shortest: pattern.shortest(),
            exact: pattern.exact(),
            hex: format!("0x{:0digits$x}", pattern.bits, digits = width as usize / 4),
            binary: pattern.binary(),
            // MARS ends it with a sign; the value stands above.
            formula: pattern.formula(FaultSet::NONE).trim_end_matches(" =").to_owned(),
            below: below.map(FloatPattern::shortest),
            above: above.map(FloatPattern::shortest),
        }
    }
}
